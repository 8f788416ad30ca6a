// Separate from contract.ts, so that showing a talent does not load zod.

/** Roles in the admin form. */
export const talentRoles = ['Executive Assistant', 'Operations Manager', 'Receptionist'] as const;

/** Roles that visitors can filter by. */
export const talentRoleFilters = [...talentRoles, 'Customer Support'] as const;

export const seniorities = ['Junior', 'Mid-Level', 'Senior'] as const;
export const talentStatuses = ['available', 'assigned', 'in_training'] as const;
export const industryFilters = ['Beauty', 'Fitness', 'MedSpa', 'Retail', 'Healthcare'] as const;
export const toolFilters = [
  'Zendesk',
  'HubSpot',
  'Boulevard',
  'Salesforce',
  'Slack',
  'Google Workspace',
  'Microsoft Office',
  'Zapier',
] as const;

/** Maximum number of skills on a talent card. */
export const maxCardSkills = 6;

/** The filters of `GET /api/talents` and the talent page. */
export interface TalentFilter {
  role: string[];
  industry: string[];
  seniority: string[];
  skills: string[];
}

/** The fields of a talent that the filters look at. */
export interface FilterableTalent {
  role: string;
  industry: readonly string[];
  seniority: string;
  skills: readonly string[];
  toolProficiency: readonly string[];
}

const includesIgnoringCase = (list: readonly string[], wanted: string) =>
  list.some((entry) => entry.toLowerCase() === wanted.toLowerCase());

/**
 * Whether a talent has one of the filter's roles, one of its industries, one of its seniorities,
 * and all of its skills. Tools count as skills. An empty list matches everyone. Ignores case.
 */
export function matchesFilter(talent: FilterableTalent, filter: TalentFilter): boolean {
  const matchesAny = (wanted: string[], has: readonly string[]) =>
    wanted.length === 0 || wanted.some((entry) => includesIgnoringCase(has, entry));
  return (
    matchesAny(filter.role, [talent.role]) &&
    matchesAny(filter.industry, talent.industry) &&
    matchesAny(filter.seniority, [talent.seniority]) &&
    filter.skills.every((skill) =>
      includesIgnoringCase([...talent.skills, ...talent.toolProficiency], skill),
    )
  );
}

/** The options of each filter of the talent page, with the industries that the owner offers. */
export const buildFilterOptions = (industry: readonly string[]) => ({
  role: talentRoleFilters,
  industry,
  seniority: seniorities,
  skills: toolFilters,
});
