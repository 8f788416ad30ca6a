import type { TalentFilter } from './talent-options';
import { filterGroups } from './talent-search';

/** What of a talent the panel's options look at. */
type CountedTalent = Record<'role' | 'seniority', string> &
  Record<'industry' | 'skills' | 'toolProficiency', readonly string[]>;

/** How many talents each option of each group names; keys are in lower case. */
export type OptionCounts = Record<keyof TalentFilter, Record<string, number>>;

/** Every offered option, named by nobody. */
const createEmptyCounts = (): OptionCounts =>
  Object.fromEntries(
    filterGroups.map(({ name, options }) => [
      name,
      Object.fromEntries(options.map((option) => [option.toLowerCase(), 0])),
    ]),
  ) as OptionCounts;

/** Counts in one pass over the list: asking `matchesFilter` once an option would take twenty. */
export function countOptions(talents: readonly CountedTalent[]): OptionCounts {
  const counts = createEmptyCounts();
  const add = (group: keyof TalentFilter, values: readonly string[]) => {
    // A talent counts once, however often it names an option.
    for (const value of new Set(values.map((entry) => entry.toLowerCase()))) {
      // What is not offered is not counted: a list of thousands may name anything.
      if (Object.hasOwn(counts[group], value))
        counts[group][value] = (counts[group][value] ?? 0) + 1;
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
