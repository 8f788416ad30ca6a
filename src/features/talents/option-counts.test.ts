import { describe, expect, test } from 'vitest';
import { countOptions } from './option-counts';
import { buildFilterOptions, industryFilters } from './talent-options';

const person = {
  role: 'Receptionist',
  industry: ['Beauty', 'Retail'],
  seniority: 'Senior',
  skills: ['Front desk', 'Boulevard'],
  toolProficiency: ['boulevard', 'Slack'],
};

describe('countOptions', () => {
  test('counts a talent once per offered option, across skills and tools, ignoring case', () => {
    const talents = [person, { ...person, industry: ['beauty'], skills: [] }];
    const counts = countOptions(talents, buildFilterOptions(industryFilters));
    expect(counts.role.receptionist).toBe(2);
    expect(counts.industry.beauty).toBe(2);
    expect(counts.industry.retail).toBe(1);
    expect(counts.skills.boulevard).toBe(2);
    expect(counts.skills.zendesk).toBe(0);
    expect(counts.skills['front desk']).toBeUndefined();
  });
});
