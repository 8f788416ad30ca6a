import { describe, expect, it } from 'vitest';
import type { LeadDelivery } from '../detail-contract';
import { formatDeliveryOutcome } from './labels';

// Without `Z`, this is local time, as in the owner's browser.
const now = new Date('2026-03-18T12:00:00');
const toIso = (local: string) => new Date(local).toISOString();

describe('formatDeliveryOutcome', () => {
  const delivery: LeadDelivery = {
    id: 'd',
    callId: null,
    kind: 'lead-notification',
    label: 'Email notification',
    status: 'pending',
    attempts: 0,
    lastError: null,
    createdAt: toIso('2026-03-18T09:11:00'),
    sentAt: null,
    dueAt: null,
    leadId: null,
    target: null,
    targetName: null,
    answer: null,
  };

  it.each<[Partial<LeadDelivery>, string]>([
    [{ status: 'sent', sentAt: toIso('2026-03-18T09:12:00') }, 'sent 9:12 am'],
    [{ status: 'off' }, 'not sent (email is turned off)'],
    [{ status: 'off', lastError: 'Mail is off' }, 'not sent (email is turned off)'],
    [{ status: 'off', lastError: 'the lead is gone' }, 'not sent: the lead is gone'],
    [{}, 'waiting to be sent'],
    [{ attempts: 1, lastError: '421 busy' }, 'not sent yet, 1 attempt so far: 421 busy'],
    [{ status: 'failed', attempts: 5 }, 'not sent after 5 attempts'],
  ])('formats %j as %j', (part, text) => {
    expect(formatDeliveryOutcome({ ...delivery, ...part }, now)).toBe(text);
  });
});
