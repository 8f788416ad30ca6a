import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.server';

const fail = () => Promise.reject(new Error('down'));
const succeed = () => Promise.resolve('fine');
const refusal = 'The picture store cannot be reached.';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a circuit breaker after five failures in a row. */
async function createOpenBreaker() {
  const run = createCircuitBreaker();
  for (let count = 0; count < 5; count += 1) await expect(run(fail)).rejects.toThrow('down');
  return run;
}

describe('circuit breaker', () => {
  test('refuses calls without trying them after five failures in a row', async () => {
    const run = await createOpenBreaker();
    const call = vi.fn(succeed);
    await expect(run(call)).rejects.toThrow(refusal);
    expect(call).not.toHaveBeenCalled();
  });

  test('lets a single call try again after five seconds, and all once it succeeds', async () => {
    const run = await createOpenBreaker();
    vi.advanceTimersByTime(5_001);
    const attempt = run(succeed);
    await expect(run(succeed)).rejects.toThrow(refusal);
    expect(await attempt).toBe('fine');
    expect(await run(succeed)).toBe('fine');
  });

  test('keeps refusing for another five seconds when that call fails', async () => {
    const run = await createOpenBreaker();
    vi.advanceTimersByTime(5_001);
    await expect(run(fail)).rejects.toThrow('down');
    await expect(run(succeed)).rejects.toThrow(refusal);
  });

  test('refuses more than 64 calls at the same time', async () => {
    const run = createCircuitBreaker();
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const running = Array.from({ length: 64 }, () => run(() => blocked));
    await expect(run(succeed)).rejects.toThrow(refusal);
    release();
    await Promise.all(running);
    expect(await run(succeed)).toBe('fine');
  });
});
