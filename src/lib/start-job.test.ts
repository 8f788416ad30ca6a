import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startJob } from './start-job.server';

test('startJob runs a job again after it has failed, never twice at once, and stops after the run in progress', async () => {
  let running = 0;
  let finished = 0;
  const errors: unknown[] = [];
  const stop = startJob(
    async (signal) => {
      running += 1;
      expect(running).toBe(1);
      await pause(20);
      running -= 1;
      finished += 1;
      if (finished === 1) throw new Error('failed once');
      if (finished === 3) queueMicrotask(() => void stop().then(() => errors.push('stopped')));
      expect(signal.aborted).toBe(false);
    },
    { intervalMs: 1, firstRunMs: 0, onError: (error) => errors.push(error) },
  );
  await expect.poll(() => errors).toEqual([new Error('failed once'), 'stopped']);
  expect(finished).toBe(3);
});
