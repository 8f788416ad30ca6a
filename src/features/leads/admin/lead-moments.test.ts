import { describe, expect, it } from 'vitest';
import { deliveryOutcome } from './LeadDeliveries';
import { moment, recentMoment } from './lead-moments';
import type { LeadDelivery } from './lead-queries';

// Without a `Z`: the machine's own time zone, as the owner's browser has it.
const now = new Date('2026-03-18T12:00:00');
const iso = (local: string) => new Date(local).toISOString();

describe('a moment', () => {
  it('has day and time, in 24 hours', () => {
    expect(moment(iso('2026-03-18T09:12:00'), now)).toBe('Mar 18, 09:12');
    expect(moment(iso('2026-03-09T00:05:00'), now)).toBe('Mar 9, 00:05');
  });

  it('has its year when that is another one', () => {
    expect(moment(iso('2025-12-31T23:59:00'), now)).toBe('Dec 31, 2025, 23:59');
  });

  it('of today has its time alone where days are rare', () => {
    expect(recentMoment(iso('2026-03-18T09:12:00'), now)).toBe('09:12');
    expect(recentMoment(iso('2026-03-17T09:12:00'), now)).toBe('Mar 17, 09:12');
  });
});

describe('the outcome of a mail', () => {
  const delivery: LeadDelivery = {
    id: 'd',
    kind: 'lead-notification',
    status: 'pending',
    attempts: 0,
    lastError: null,
    createdAt: iso('2026-03-18T09:11:00'),
    sentAt: null,
  };

  it.each<[Partial<LeadDelivery>, string]>([
    [{ status: 'sent', sentAt: iso('2026-03-18T09:12:00') }, 'sent 09:12'],
    [{ status: 'off' }, 'not sent: mail is off'],
    [{}, 'waiting to be sent'],
    [{ attempts: 1, lastError: '421 busy' }, 'not sent yet, 1 try so far: 421 busy'],
    [{ status: 'failed', attempts: 5 }, 'not sent after 5 tries'],
  ])('%j reads %j', (part, text) => {
    expect(deliveryOutcome({ ...delivery, ...part }, now)).toBe(text);
  });
});
