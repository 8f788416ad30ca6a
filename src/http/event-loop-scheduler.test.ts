import { describe, expect, test } from 'vitest';
import { createScheduler } from './event-loop-scheduler.server';

function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('createScheduler', () => {
  test('lets the event loop run between long tasks', async () => {
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
    // Two tasks of 6 ms exceed the 10 ms that a turn may take.
    expect(loopTurns).toBeGreaterThanOrEqual(8);
  });

  test('finishes a started task before it starts another', async () => {
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

  test('pauses while connections keep arriving, but only for a limited time', async () => {
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
});
