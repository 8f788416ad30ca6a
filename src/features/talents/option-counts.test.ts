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
  expect(counts.role.receptionist).toBe(2);
  expect(counts.industry.beauty).toBe(2);
  expect(counts.industry.retail).toBe(1);
  expect(counts.skills.boulevard).toBe(2);
  expect(counts.skills.zendesk).toBe(0);
  expect(counts.skills['front desk']).toBeUndefined();
});
