import { listKeys } from '../../../lib/list';
import type { TalentFilter } from './talent-options';

/** Headings of the filters, in the order of the panel. The names are query parameters. */
export const filterLegends: Record<keyof TalentFilter, string> = {
  role: 'Role',
  industry: 'Industry experience',
  seniority: 'Seniority',
  skills: 'Tool proficiency',
};

export const filterNames = listKeys(filterLegends);

/** The options of each filter. They come with the page, because the owner chooses the industries. */
export type FilterOptions = Readonly<Record<keyof TalentFilter, readonly string[]>>;

/** Filter and page number in a URL of the talent page. */
export interface TalentSearch {
  filter: TalentFilter;
  /** Starts at 1. May be greater than the last page. */
  page: number;
}

/** A filter that matches every talent. */
export const emptyFilter: TalentFilter = { role: [], industry: [], seniority: [], skills: [] };

/** The first page without a filter. */
export const defaultSearch: TalentSearch = { filter: emptyFilter, page: 1 };

/**
 * Parses a query string. Ignores case. Drops values that the panel does not offer: visitors could
 * neither see nor remove them, and the page cache would store a page for each.
 */
export function parseTalentSearch(search: string, options: FilterOptions): TalentSearch {
  const query = new URLSearchParams(search);
  const filter = { ...emptyFilter };
  for (const name of filterNames) {
    const wanted = new Set(query.getAll(name).map((value) => value.trim().toLowerCase()));
    filter[name] = options[name].filter((option) => wanted.has(option.toLowerCase()));
  }
  const page = Number(query.get('page') ?? 1);
  return { filter, page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}

/** Converts a search to query parameters, for links and for hidden form fields. */
export function toQueryEntries({ filter, page }: TalentSearch): [name: string, value: string][] {
  const fields = listActiveOptions(filter).map(({ name, option }): [string, string] => [
    name,
    option,
  ]);
  if (page > 1) fields.push(['page', String(page)]);
  return fields;
}

/** Builds a URL with the search as its query: "/talent?role=Receptionist&skills=Boulevard". */
export function buildSearchUrl(path: string, talentSearch: TalentSearch): string {
  const query = new URLSearchParams(toQueryEntries(talentSearch)).toString();
  return query ? `${path}?${query}` : path;
}

/** Builds the talent page's URL for a search. */
export const buildTalentUrl = (talentSearch: TalentSearch): string =>
  buildSearchUrl('/talent', talentSearch);

/** Returns the filter with an option selected or deselected. */
export function setOption(
  filter: TalentFilter,
  name: keyof TalentFilter,
  option: string,
  wanted: boolean,
): TalentFilter {
  const rest = filter[name].filter((value) => value !== option);
  return { ...filter, [name]: wanted ? [...rest, option] : rest };
}

/** Lists the selected options in the order of the panel. */
export function listActiveOptions(
  filter: TalentFilter,
): { name: keyof TalentFilter; option: string }[] {
  return filterNames.flatMap((name) => filter[name].map((option) => ({ name, option })));
}
