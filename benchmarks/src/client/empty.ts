// What `client-import.ts` compares an import with.

export {};
