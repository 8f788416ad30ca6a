import { expect, test } from 'vitest';
import { createScheduler } from './event-loop-scheduler.server';

function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('long work leaves the event loop time to go round', async () => {
  const scheduler = createScheduler();
  let loopTurns = 0;
  let isOver = false;
  const count = () => {
    loopTurns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from(
      { length: 20 },
      () => new Promise<void>((resolve) => scheduler.schedule(() => resolve(blockFor(6)))),
    ),
  );
  isOver = true;
  // Two tasks together exceed the slice of one turn.
  expect(loopTurns).toBeGreaterThanOrEqual(8);
});

test('what has begun goes on before anything else begins', async () => {
  const scheduler = createScheduler();
  const events: string[] = [];
  const work = (name: string) =>
    new Promise<void>((resolve) =>
      scheduler.schedule(async () => {
        events.push(`${name} begins`);
        blockFor(20);
        await scheduler.waitForSlice();
        events.push(`${name} ends`);
        resolve();
      }),
    );
  await Promise.all([work('first'), work('second')]);
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('while connections come in it waits, but not for ever', async () => {
  const scheduler = createScheduler();
  await scheduler.waitForSlice();
  const startedAt = performance.now();
  let isOver = false;
  const connect = () => {
    scheduler.noteConnection();
    if (!isOver) setImmediate(connect);
  };
  connect();
  await scheduler.waitForSlice();
  isOver = true;
  expect(performance.now() - startedAt).toBeGreaterThan(40);
});
