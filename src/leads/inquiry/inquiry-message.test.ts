import { describe, expect, test } from 'vitest';
import { buildInquiryMessage, computeReservedLength, parseInquiryPeople } from './inquiry-message';
import { leadLimits } from './lead-form-options';

const marisol = { name: 'Marisol Vega', title: 'Front desk lead' };
const devon = { name: 'Devon Achebe', title: 'Customer support' };
const longShortlist = Array.from({ length: 50 }, (_, index) => ({
  name: `Person ${index} ${'n'.repeat(100)}`,
  title: 't'.repeat(100),
}));

describe('buildInquiryMessage', () => {
  test('returns the trimmed text alone, and reserves no length, without a talent or shortlist', () => {
    expect(buildInquiryMessage({}, ' Hello \n')).toBe('Hello');
    expect(buildInquiryMessage({}, null)).toBe('');
    expect(computeReservedLength({})).toBe(0);
  });

  test('puts the talent first, then the shortlist, then the text', () => {
    expect(buildInquiryMessage({ talent: marisol, shortlist: [devon, marisol] }, 'When?')).toBe(
      'About: Marisol Vega, Front desk lead\n' +
        'Shortlist: Devon Achebe (Customer support); Marisol Vega (Front desk lead)\n\nWhen?',
    );
    expect(buildInquiryMessage({ shortlist: [devon] }, '')).toBe(
      'Shortlist: Devon Achebe (Customer support)',
    );
  });

  test('stays within the length limit and counts the people of the shortlist that do not fit', () => {
    const message = buildInquiryMessage({ talent: marisol, shortlist: longShortlist }, 'When?');
    expect(message.length).toBeLessThanOrEqual(leadLimits.message);
    expect(message).toMatch(/\); and \d+ more\n\nWhen\?$/);
  });

  test('shortens or omits the shortlist instead of cutting the text', () => {
    const people = { talent: marisol, shortlist: longShortlist };
    const text = 'x'.repeat(leadLimits.message - computeReservedLength(people));
    const message = buildInquiryMessage(people, text);
    expect(message.length).toBeLessThanOrEqual(leadLimits.message);
    expect(message).toContain('Shortlist: Person 0');
    expect(message.endsWith(`\n\n${text}`)).toBe(true);

    const maxLengthText = 'x'.repeat(leadLimits.message);
    expect(buildInquiryMessage({ shortlist: longShortlist }, maxLengthText)).toBe(maxLengthText);
  });
});

describe('parseInquiryPeople', () => {
  test('finds the people that buildInquiryMessage has named', () => {
    const people = { talent: marisol, shortlist: [devon, marisol] };
    expect(parseInquiryPeople(buildInquiryMessage(people, 'When?'))).toEqual([
      marisol,
      devon,
      marisol,
    ]);
    expect(parseInquiryPeople(buildInquiryMessage({ shortlist: [devon] }, null))).toEqual([devon]);
  });

  test('finds nobody in a message that names nobody', () => {
    expect(parseInquiryPeople('')).toEqual([]);
    expect(parseInquiryPeople('We lose bookings.\nShortlist: Ann (x)')).toEqual([]);
  });
});
