import { expect, test } from 'vitest';
import { countOptions } from './option-counts';

const person = {
  role: 'Receptionist',
  industry: ['Beauty', 'Retail'],
  seniority: 'Senior',
  skills: ['Front desk', 'Boulevard'],
  toolProficiency: ['boulevard', 'Slack'],
};

test('a talent counts once an option, under skills or under tools, in whatever case', () => {
  const counts = countOptions([person, { ...person, industry: ['beauty'], skills: [] }]);
  expect(counts.role.get('receptionist')).toBe(2);
  expect(counts.industry.get('beauty')).toBe(2);
  expect(counts.industry.get('retail')).toBe(1);
  expect(counts.skills.get('boulevard')).toBe(2);
  expect(counts.skills.get('zendesk')).toBeUndefined();
});
