import type { TalentFilter } from '../../collections/talents/talent-options';

/** What of a talent the panel's options look at. */
type Counted = Record<'role' | 'seniority', string> &
  Record<'industry' | 'skills' | 'toolProficiency', readonly string[]>;

/** How many talents each option of each group names; keys are in lower case. */
export type OptionCounts = Record<keyof TalentFilter, Map<string, number>>;

/** Counts in one pass over the list: asking `matchesFilter` once an option would take twenty. */
export function countOptions(talents: readonly Counted[]): OptionCounts {
  const counts: OptionCounts = {
    role: new Map(),
    industry: new Map(),
    seniority: new Map(),
    skills: new Map(),
  };
  const add = (group: keyof TalentFilter, values: readonly string[]) => {
    // A talent counts once, however often it names an option.
    for (const value of new Set(values.map((entry) => entry.toLowerCase()))) {
      counts[group].set(value, (counts[group].get(value) ?? 0) + 1);
    }
  };
  for (const talent of talents) {
    add('role', [talent.role]);
    add('industry', talent.industry);
    add('seniority', [talent.seniority]);
    add('skills', [...talent.skills, ...talent.toolProficiency]);
  }
  return counts;
}
