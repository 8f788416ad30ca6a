/** Runs jobs one after the other, in the order in which they were added. */
export function createSerialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = tail.then(job, job);
    tail = result.catch(() => undefined);
    return result;
  };
}
