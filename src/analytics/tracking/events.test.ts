import { describe, expect, it } from 'vitest';
import { createLeadEvent, toAnalyticsParameters, toStandardEvent } from './events';

const lead = {
  id: '1',
  companyName: 'Undecided',
  numberOfLocations: null,
  interestedPackage: null,
  interestedPackageId: null,
};

describe('the event of a lead without a package', () => {
  it.each([
    ['300 dollars', undefined, 300],
    ['what the owner has set', { none: 50 }, 50],
  ])('names no package, and has a value of %s', (_, values, value) => {
    const event = createLeadEvent(lead, values);
    expect(toStandardEvent(event)).toEqual({
      name: 'Lead',
      parameters: { content_name: 'General Inquiry', value, currency: 'USD' },
    });
    expect(toAnalyticsParameters(event)).toEqual({
      company_name: 'Undecided',
      interested_package: 'not_specified',
      value,
    });
  });
});
