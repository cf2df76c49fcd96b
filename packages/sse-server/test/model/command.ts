// A command of the model, by its name.

import fc from "fast-check";
import type { Life } from "./life.ts";
import type { Model } from "./model.ts";
import type { World } from "./world.ts";

export type Command = fc.AsyncCommand<Model, World>;

/** A command of which everything is checked after it. */
export function command(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, world: World) => Promise<void> | void,
): Command {
  return {
    check,
    async run(model, world) {
      await run(model, world);
      await model.settle();
    },
    toString: () => name,
  };
}

/** Whose session a command is about. */
export const slot: fc.Arbitrary<number> = fc.nat(4);

/** A command about one client's life, where `check` holds of it. */
export function ofLife(
  name: string,
  check: (life: Life) => boolean,
  run: (life: Life, model: Model, world: World) => Promise<void> | void,
): fc.Arbitrary<Command> {
  return slot.map((of) =>
    command(
      `${name} (${of})`,
      ({ slots }) => {
        const life = slots[of];
        return life?.session !== undefined && check(life);
      },
      (model, world) => run(model.slots[of] as Life, model, world),
    ),
  );
}
