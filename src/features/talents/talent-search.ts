import {
  industryFilters,
  seniorities,
  type TalentFilter,
  talentRoleFilters,
  toolFilters,
} from './talent-options';

interface FilterGroup {
  /** Its name in the address, as in `GET /api/talents`. */
  name: keyof TalentFilter;
  legend: string;
  options: readonly string[];
}

/** What the talent page can be narrowed by, in the order of the panel. */
export const filterGroups: readonly FilterGroup[] = [
  { name: 'role', legend: 'Role', options: talentRoleFilters },
  { name: 'industry', legend: 'Industry experience', options: industryFilters },
  { name: 'seniority', legend: 'Seniority', options: seniorities },
  { name: 'skills', legend: 'Tool proficiency', options: toolFilters },
];

/** What an address of the talent page asks for. */
export interface TalentSearch {
  filter: TalentFilter;
  /** From 1; may lie behind the last. */
  page: number;
}

/** Asks for nothing. */
export const emptyFilter: TalentFilter = { role: [], industry: [], seniority: [], skills: [] };

/** The first page of all. */
export const defaultSearch: TalentSearch = { filter: emptyFilter, page: 1 };

/**
 * Reads what an address asks for. Only what the panel offers counts, in whatever case: anything else
 * could be seen by nobody and removed by nobody, and the page cache would keep a page for each.
 */
export function parseTalentSearch(search: string): TalentSearch {
  const query = new URLSearchParams(search);
  const filter = { ...emptyFilter };
  for (const { name, options } of filterGroups) {
    const wanted = new Set(query.getAll(name).map((value) => value.trim().toLowerCase()));
    filter[name] = options.filter((option) => wanted.has(option.toLowerCase()));
  }
  const page = Number(query.get('page') ?? 1);
  return { filter, page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}

/** The query of an address as names and values, for a link and for a form's hidden fields. */
export function toQueryEntries({ filter, page }: TalentSearch): [name: string, value: string][] {
  const fields = filterGroups.flatMap(({ name }) =>
    filter[name].map((value): [string, string] => [name, value]),
  );
  if (page > 1) fields.push(['page', String(page)]);
  return fields;
}

/** A path with the query that asks for this: "/talent?role=Receptionist&skills=Boulevard". */
export function buildSearchUrl(path: string, talentSearch: TalentSearch): string {
  const query = new URLSearchParams(toQueryEntries(talentSearch)).toString();
  return query ? `${path}?${query}` : path;
}

/** The talent page's address that asks for this. */
export const buildTalentUrl = (talentSearch: TalentSearch): string =>
  buildSearchUrl('/talent', talentSearch);

/** The filter with an option of a group put in or taken out. */
export function setOption(
  filter: TalentFilter,
  name: keyof TalentFilter,
  option: string,
  wanted: boolean,
): TalentFilter {
  const rest = filter[name].filter((value) => value !== option);
  return { ...filter, [name]: wanted ? [...rest, option] : rest };
}

/** Every option that is asked for, in the order of the panel. */
export function listActiveOptions(
  filter: TalentFilter,
): { name: keyof TalentFilter; option: string }[] {
  return filterGroups.flatMap(({ name }) => filter[name].map((option) => ({ name, option })));
}
