import { describe, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.server';

const createError = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** Fails the commit of 'first' while 'second' is queued. Returns both outcomes and the commits' batches. */
async function failCommitInFlight(code: string) {
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
  // 'second' stays queued until the next event-loop turn, after the failure.
  const settled = Promise.allSettled([first, store('second')]);
  failFirst(createError(code));
  const outcomes = (await settled).map(({ status }) => status);
  // The commit that was scheduled for 'second' would start in this turn.
  await new Promise(setImmediate);
  return { outcomes, batches };
}

describe('createGroupCommit', () => {
  test.each(['40001', '40P01', '55P03', '57014', 'SQLITE_BUSY'])(
    'still commits a queued entry when the commit in flight fails with %s',
    async (code) => {
      const { outcomes } = await failCommitInFlight(code);
      expect(outcomes).toEqual(['rejected', 'fulfilled']);
    },
  );

  test.each(['ECONNRESET', '08006', '57P01', '25006', '53100', 'SQLITE_FULL', 'ENOSPC'])(
    'rejects a queued entry without trying it when the commit in flight fails with %s',
    async (code) => {
      const { outcomes, batches } = await failCommitInFlight(code);
      expect(outcomes).toEqual(['rejected', 'rejected']);
      expect(batches).toEqual([['first']]);
    },
  );
});
