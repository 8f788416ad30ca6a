import { expect, test } from 'vitest';
import { createTurns } from './turns.server';

function workFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('long work leaves the event loop time to go round', async () => {
  const turns = createTurns();
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from(
      { length: 20 },
      () => new Promise<void>((resolve) => turns.begin(() => resolve(workFor(6)))),
    ),
  );
  isOver = true;
  // Two pieces take more than a turn may.
  expect(rounds).toBeGreaterThanOrEqual(8);
});

test('what has begun goes on before anything else begins', async () => {
  const turns = createTurns();
  const said: string[] = [];
  const work = (name: string) =>
    new Promise<void>((resolve) =>
      turns.begin(async () => {
        said.push(`${name} begins`);
        workFor(20);
        await turns.next();
        said.push(`${name} ends`);
        resolve();
      }),
    );
  await Promise.all([work('first'), work('second')]);
  expect(said).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('while connections come in it waits, but not for ever', async () => {
  const turns = createTurns();
  await turns.next();
  const came = performance.now();
  let isOver = false;
  const connect = () => {
    turns.connected();
    if (!isOver) setImmediate(connect);
  };
  connect();
  await turns.next();
  isOver = true;
  expect(performance.now() - came).toBeGreaterThan(40);
});
