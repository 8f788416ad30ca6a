/** What a talent can be and be narrowed by. Apart from `talent.ts`, so that showing a talent needs no zod. */
/** Roles that a talent can be given in the admin form. */
export const talentRoles = ['Executive Assistant', 'Operations Manager', 'Receptionist'] as const;

/** Roles that the visitor can filter by: those of the form, and Customer Support. */
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

/** Most skills that a talent card shows. */
export const maxCardSkills = 6;

/** What `GET /api/talents` and the talent page can be narrowed by. */
export interface TalentFilter {
  role: string[];
  industry: string[];
  seniority: string[];
  skills: string[];
}

/** What of a talent a filter looks at. */
interface FilterableTalent {
  role: string;
  industry: readonly string[];
  seniority: string;
  skills: readonly string[];
  toolProficiency: readonly string[];
}

const includesIgnoringCase = (list: readonly string[], wanted: string) =>
  list.some((entry) => entry.toLowerCase() === wanted.toLowerCase());

/**
 * Whether a talent is what was asked for: one of the roles, one of the industries, one of the
 * seniorities, and all of the skills, where a skill may stand under skills or under tools.
 * An empty list asks for nothing; case does not matter.
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
