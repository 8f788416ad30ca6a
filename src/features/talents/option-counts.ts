import type { FilterableTalent, TalentFilter } from './talent-options';
import { type FilterOptions, filterNames } from './talent-search';

/** Number of talents for each option of each group. Keys are in lower case. */
export type OptionCounts = Record<keyof TalentFilter, Record<string, number>>;

/**
 * Counts the talents per option in a single pass. Calling `matchesFilter` for each option would
 * take twenty passes.
 */
export function countOptions(
  talents: readonly FilterableTalent[],
  options: FilterOptions,
): OptionCounts {
  const counts: OptionCounts = { role: {}, industry: {}, seniority: {}, skills: {} };
  for (const name of filterNames) {
    for (const option of options[name]) counts[name][option.toLowerCase()] = 0;
  }
  const add = (group: keyof TalentFilter, values: readonly string[]) => {
    // A talent counts once per option, also if it lists the option twice.
    for (const value of new Set(values.map((entry) => entry.toLowerCase()))) {
      // Skips values that the panel does not offer.
      const count = counts[group];
      if (Object.hasOwn(count, value)) count[value] = (count[value] ?? 0) + 1;
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
