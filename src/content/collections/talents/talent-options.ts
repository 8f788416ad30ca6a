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

/** A talent's values of a filter. Tools count as skills. */
export function listValues(talent: FilterableTalent, name: keyof TalentFilter): readonly string[] {
  if (name === 'skills') return [...talent.skills, ...talent.toolProficiency];
  const value = talent[name];
  return typeof value === 'string' ? [value] : value;
}

/**
 * Whether a talent's values match one filter: they must include all wanted skills, or one of the
 * wanted roles, industries or seniorities. An empty list matches everyone. Expects lower case.
 */
export const matchesValues = (
  name: keyof TalentFilter,
  wanted: readonly string[],
  values: readonly string[],
): boolean =>
  name === 'skills'
    ? wanted.every((value) => values.includes(value))
    : wanted.length === 0 || wanted.some((value) => values.includes(value));

export const toLowerCase = (values: readonly string[]): string[] =>
  values.map((value) => value.toLowerCase());

/** Whether a talent matches all filters. Ignores case. */
export const matchesFilter = (talent: FilterableTalent, filter: TalentFilter): boolean =>
  (['role', 'industry', 'seniority', 'skills'] as const).every((name) =>
    matchesValues(name, toLowerCase(filter[name]), toLowerCase(listValues(talent, name))),
  );

/** The options of each filter of the talent page, with the industries that the owner offers. */
export const buildFilterOptions = (industry: readonly string[]) => ({
  role: talentRoleFilters,
  industry,
  seniority: seniorities,
  skills: toolFilters,
});
