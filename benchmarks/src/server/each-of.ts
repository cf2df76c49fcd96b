/** Does something so often, by workers that each wait for one to end before the next. */
export async function eachOf(
  workers: number,
  total: number,
  work: (worker: number) => Promise<unknown> | undefined,
): Promise<void> {
  let left = total;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (left-- > 0) await work(worker);
    }),
  );
}
