import type { TalentFilter } from './talent-options';
import { filterGroups } from './talent-search';

/** The fields of a talent that the option counts are computed from. */
type CountedTalent = Record<'role' | 'seniority', string> &
  Record<'industry' | 'skills' | 'toolProficiency', readonly string[]>;

/** Number of talents for each option of each group. Keys are in lower case. */
export type OptionCounts = Record<keyof TalentFilter, Record<string, number>>;

/** Creates a count of zero for every option of the panel. */
const createEmptyCounts = (): OptionCounts =>
  Object.fromEntries(
    filterGroups.map(({ name, options }) => [
      name,
      Object.fromEntries(options.map((option) => [option.toLowerCase(), 0])),
    ]),
  ) as OptionCounts;

/**
 * Counts the talents per option in a single pass. Calling `matchesFilter` for each option would
 * take twenty passes.
 */
export function countOptions(talents: readonly CountedTalent[]): OptionCounts {
  const counts = createEmptyCounts();
  const add = (group: keyof TalentFilter, values: readonly string[]) => {
    // A talent counts once per option, also if it lists the option twice.
    for (const value of new Set(values.map((entry) => entry.toLowerCase()))) {
      // Skips values that the panel does not offer.
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
