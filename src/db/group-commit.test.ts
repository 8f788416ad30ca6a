import { describe, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.server';

const createError = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/**
 * Stores an entry whose commit fails with `code` while a second entry is queued.
 * @returns the outcome of each entry, and the batches that were committed
 */
async function storeWhileOneFails(code: string) {
  let failFirst = (_error: Error) => {};
  const failure = new Promise<never>((_, reject) => {
    failFirst = reject;
  });
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const batches: string[][] = [];
  const store = createGroupCommit(async (entries: readonly string[]) => {
    batches.push([...entries]);
    if (!entries.includes('first')) return entries;
    start();
    return failure;
  }, 2);
  const first = store('first');
  await started;
  // Still queued when the first commit fails.
  const settled = Promise.allSettled([first, store('second')]);
  failFirst(createError(code));
  return { outcomes: (await settled).map(({ status }) => status), groups: batches };
}

describe('groupCommit', () => {
  test.each(['40001', '40P01', '55P03', '57014', 'SQLITE_BUSY'])(
    'tries the entries that wait when a group before them fails with %s',
    async (code) => {
      const { outcomes } = await storeWhileOneFails(code);
      expect(outcomes).toEqual(['rejected', 'fulfilled']);
    },
  );

  test.each(['ECONNRESET', '08006', '57P01', '25006', '53100', 'SQLITE_FULL', 'ENOSPC'])(
    'rejects the entries that wait at once when a group before them fails with %s',
    async (code) => {
      const { outcomes, groups: batches } = await storeWhileOneFails(code);
      expect(outcomes).toEqual(['rejected', 'rejected']);
      expect(batches).toEqual([['first']]);
    },
  );
});
