/**
 * What proves an HTTP+SSE implementation: requirements, suites for its contracts, and the tie between
 * a requirement and its tests. Imports nothing of what it tests.
 *
 * @packageDocumentation
 */

export { linkOf, type Requirement, type Source } from "./requirements/requirement.ts";
export { type RequirementId, requirements } from "./requirements.ts";
export { titleOf, verifies } from "./verifies.ts";
