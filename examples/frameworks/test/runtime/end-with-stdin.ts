import process from "node:process";

/** Ends this process when the one that started it is gone, however it went. */
export function endWithStdin(): void {
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
}
