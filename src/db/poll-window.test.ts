import { describe, expect, test } from 'vitest';
import { createPollWindow } from './poll-window.server';

const hour = 3_600_000;

/** Creates a window with a clock that the test moves. */
function createWindow(intervalMs: number) {
  let time = 0;
  const pollWindow = createPollWindow(intervalMs, () => time);
  return { ...pollWindow, advance: (ms: number) => (time += ms) };
}

describe('poll window', () => {
  test('is always open when the interval is 0', () => {
    const { mayPoll, advance } = createWindow(0);
    advance(10 * hour);
    expect(mayPoll()).toBe(true);
  });

  test('closes when no request arrives, and opens for 90 seconds in each interval', () => {
    const { mayPoll, advance } = createWindow(hour);
    expect(mayPoll()).toBe(true);
    advance(10 * 60_000);
    expect(mayPoll()).toBe(false);
    advance(hour);
    expect(mayPoll()).toBe(true);
    advance(89_000);
    expect(mayPoll()).toBe(true);
    advance(2_000);
    expect(mayPoll()).toBe(false);
  });

  test('opens for 90 seconds after a request', () => {
    const { mayPoll, noteRequest, advance } = createWindow(hour);
    advance(10 * 60_000);
    noteRequest();
    advance(89_000);
    expect(mayPoll()).toBe(true);
    advance(2_000);
    expect(mayPoll()).toBe(false);
  });
});
