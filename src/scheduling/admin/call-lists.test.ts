import { describe, expect, it } from 'vitest';
import { listPastCalls } from './call-lists';
import type { Call } from './queries';

const now = new Date('2026-11-27T22:00:00Z');

const createCall = (start: string, others: Partial<Call> = {}): Call =>
  // Only what the lists read.
  ({ id: start, start, status: 'booked', result: null, ...others }) as Call;

describe('calls that are over', () => {
  it.each([
    ['without a result', createCall('2026-11-24T15:00:00Z'), true],
    ['of the last 24 hours', createCall('2026-11-27T20:00:00Z', { result: 'took_place' }), true],
    ['with a result', createCall('2026-11-26T20:00:00Z', { result: 'took_place' }), false],
    ['that is not over', createCall('2026-11-27T21:45:00Z'), false],
  ])('are listed beside another week: one %s', (_, call, isListed) => {
    const calls = { ofWeek: [], days: [], recent: [call], undecided: [] };
    expect(listPastCalls(calls, now)).toEqual(isListed ? [call] : []);
  });
});
