import { describe, expect, test } from 'vitest';
import { createFilterSearch } from './option-counts';
import { buildFilterOptions, industryFilters } from './talent-options';
import { emptyFilter } from './talent-search';

const person = {
  role: 'Receptionist',
  industry: ['Beauty', 'Retail'],
  seniority: 'Senior',
  skills: ['Front desk', 'Boulevard'],
  toolProficiency: ['boulevard', 'Slack'],
};

const manager = { ...person, role: 'Operations Manager', skills: [], toolProficiency: ['Zendesk'] };

describe('createFilterSearch', () => {
  const options = buildFilterOptions(industryFilters);

  test('counts a talent once per offered option, across skills and tools, ignoring case', () => {
    const talents = [person, { ...person, industry: ['beauty'], skills: [] }];
    const { counts } = createFilterSearch(talents, options)(emptyFilter);
    expect(counts.role.receptionist).toBe(2);
    expect(counts.industry.beauty).toBe(2);
    expect(counts.industry.retail).toBe(1);
    expect(counts.skills.boulevard).toBe(2);
    expect(counts.skills.zendesk).toBe(0);
    expect(counts.skills['front desk']).toBeUndefined();
  });

  test('counts within the other filters, and within the skills also by the selected ones', () => {
    const talents = [person, { ...person, seniority: 'Junior' }, manager];
    const search = createFilterSearch(talents, options);
    const { found, counts } = search({
      ...emptyFilter,
      role: ['Receptionist'],
      skills: ['Slack'],
    });
    expect(found).toHaveLength(2);
    expect(counts.seniority).toEqual({ junior: 1, 'mid-level': 0, senior: 1 });
    // Another role would be added to the selected one, but nobody with it has the skill.
    expect(counts.role).toMatchObject({ receptionist: 2, 'operations manager': 0 });
    expect(counts.skills).toMatchObject({ slack: 2, boulevard: 2, zendesk: 0 });
    expect(search({ ...emptyFilter, role: ['Receptionist'] }).counts.role).toMatchObject({
      receptionist: 2,
      'operations manager': 1,
    });
  });
});
