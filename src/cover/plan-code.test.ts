import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from '../lib/schema';
import { type Plan, plan } from './contract';
import { encodePlan } from './encode-plan';
import { decodePlan } from './plan-code';

const weekdays = (from: string, to: string) => [1, 2, 3, 4, 5].map((day) => ({ day, from, to }));

const usualWeek: Plan = {
  timeZone: 'America/Los_Angeles',
  industry: 'MedSpa',
  locations: 4,
  open: [...weekdays('08:00', '20:00'), { day: 6, from: '09:00', to: '17:00' }],
  desks: [
    {
      name: 'Front desk',
      role: 'Receptionist',
      tools: ['Boulevard'],
      languages: ['Spanish'],
      hours: [...weekdays('12:00', '14:00'), { day: 6, from: '09:00', to: '17:00' }],
    },
    { name: 'Phones', tools: [], languages: [], hours: weekdays('17:00', '20:00') },
  ],
};

describe('the code of a plan', () => {
  it('returns the plan, with names in any script', () => {
    const name = 'Recepción – 受付 👋';
    const [first, ...others] = usualWeek.desks;
    const written = first ? { ...usualWeek, desks: [{ ...first, name }, ...others] } : usualWeek;
    expect(decodePlan(encodePlan(written))).toEqual(written);
  });

  it('has at most 300 characters for a usual week, all of which addresses can contain', () => {
    const code = encodePlan(usualWeek);
    expect(code.length).toBeLessThanOrEqual(300);
    expect(code).toMatch(/^[\w-]+$/);
  });

  it('is never an error when it is cut, changed or invented', () => {
    const code = encodePlan(usualWeek);
    const changed = fc
      .tuple(fc.nat(code.length - 1), fc.constantFrom(...'aZ9_-%é'))
      .map(([index, character]) => code.slice(0, index) + character + code.slice(index + 1));
    const cut = fc.nat(code.length - 1).map((length) => code.slice(0, length));
    fc.assert(
      fc.property(fc.oneof(changed, cut, fc.string(), fc.base64String()), (text) => {
        const decoded = decodePlan(text);
        if (decoded) expect(z.safeParse(plan, decoded).success).toBe(true);
      }),
    );
    expect(decodePlan(code.slice(0, -4))).toBeUndefined();
    expect(decodePlan(encodePlan({ ...usualWeek, desks: [] }))).toBeUndefined();
    expect(decodePlan('')).toBeUndefined();
    expect(decodePlan('A'.repeat(10_000))).toBeUndefined();
  });
});
