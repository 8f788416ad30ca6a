import { describe, expect, test } from 'vitest';
import { buildInquiryMessage, computeReservedLength } from './inquiry-message';
import { leadLimits } from './lead-form-options';

const marisol = { name: 'Marisol Vega', title: 'Front desk lead' };
const devon = { name: 'Devon Achebe', title: 'Customer support' };
const many = Array.from({ length: 50 }, (_, index) => ({
  name: `Person ${index} ${'n'.repeat(100)}`,
  title: 't'.repeat(100),
}));

describe('the message of an enquiry', () => {
  test('is what was written, when it is about nobody', () => {
    expect(buildInquiryMessage({}, ' Hello \n')).toBe('Hello');
    expect(buildInquiryMessage({}, null)).toBe('');
    expect(computeReservedLength({})).toBe(0);
  });

  test('starts with the talent, then the shortlist', () => {
    expect(buildInquiryMessage({ talent: marisol, shortlist: [devon, marisol] }, 'When?')).toBe(
      'About: Marisol Vega, Front desk lead\n' +
        'Shortlist: Devon Achebe (Customer support); Marisol Vega (Front desk lead)\n\nWhen?',
    );
    expect(buildInquiryMessage({ shortlist: [devon] }, '')).toBe(
      'Shortlist: Devon Achebe (Customer support)',
    );
  });

  test('says how many of a long shortlist had no room, and keeps within the limit', () => {
    const message = buildInquiryMessage({ talent: marisol, shortlist: many }, 'When?');
    expect(message.length).toBeLessThanOrEqual(leadLimits.message);
    expect(message).toMatch(/\); and \d+ more\n\nWhen\?$/);
  });

  test('shortens the shortlist, never the text', () => {
    const people = { talent: marisol, shortlist: many };
    const text = 'x'.repeat(leadLimits.message - computeReservedLength(people));
    const message = buildInquiryMessage(people, text);
    expect(message.length).toBeLessThanOrEqual(leadLimits.message);
    expect(message).toContain('Shortlist: Person 0');
    expect(message.endsWith(`\n\n${text}`)).toBe(true);

    const whole = 'x'.repeat(leadLimits.message);
    expect(buildInquiryMessage({ shortlist: many }, whole)).toBe(whole);
  });
});
