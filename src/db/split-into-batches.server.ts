/** Far below the number of parameters that either engine allows in a statement. */
const maxBatchSize = 500;

/** Splits the rows or IDs of a statement into batches that either engine accepts. */
export const splitIntoBatches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / maxBatchSize) }, (_, index) =>
    items.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  );
