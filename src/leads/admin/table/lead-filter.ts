import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fromWallTime, toWallTime } from '../../../lib/time/wall-time';
import { type LeadSort, leadSorts, leadStatuses, nextStepFilters } from '../../contract';

/** The statuses that the list can be filtered by. `suspect`: suspected spam of any status. */
export const statusFilters = [...leadStatuses, 'suspect'] as const;

/** Maximum length of a filter's value, as the API accepts it. */
const maxValueLength = 120;

const parseText = (text: string): string => text;

const parseMatch = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : '');

const parseOneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | '' =>
    values.find((one) => one === text) ?? '';

/** The parser of each filter. An unknown value is no filter. */
const parsers = {
  q: parseText,
  status: parseOneOf(statusFilters),
  package: parseText,
  industry: parseText,
  source: parseText,
  /** The ID of a project manager, or `none`. */
  assignee: parseText,
  /** The ID of an import, for its new leads. */
  import: parseMatch(/^[\w-]{1,64}$/),
  /** Created in the last so many days. */
  days: parseMatch(/^[1-9]\d{0,3}$/),
  /** `true` lists suspected spam among the others. */
  spam: parseOneOf(['true']),
  /** When the next step is due. */
  nextStep: parseOneOf(nextStepFilters),
  /** `true` lists only deleted leads. */
  deleted: parseOneOf(['true']),
  /** `true` lists only leads that retention is about to delete. */
  expiring: parseOneOf(['true']),
  /** Empty for the best matches of a search first, and otherwise for the newest. */
  sort: parseOneOf(leadSorts),
  /** Empty for the table. */
  view: parseOneOf(['board']),
};

/** Filter, order and view of the list. An empty string means no filter. */
export type LeadFilter = { [Name in keyof typeof parsers]: ReturnType<(typeof parsers)[Name]> };

/** Parses the filter from the query of a URL. */
export function parseLeadFilter(search: string): LeadFilter {
  const query = new URLSearchParams(search);
  const filter = Object.fromEntries(
    Object.entries(parsers).map(([name, parse]) => [
      name,
      parse((query.get(name) ?? '').slice(0, maxValueLength)),
    ]),
  ) as LeadFilter;
  // The columns of the board are the statuses.
  return filter.view === 'board' ? { ...filter, status: '' } : filter;
}

export const noFilter = parseLeadFilter('');

const newestFirst: LeadSort = '-created';

/** Returns the order of the list; empty for the best matches first. */
export const getSort = ({ sort, q }: LeadFilter): LeadSort | '' =>
  sort === '' && q === '' ? newestFirst : sort;

/** Formats the filter as parameters of a URL, without those at their default. */
function formatLeadFilter(filter: LeadFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== '') query.set(name, value);
  }
  if (filter.q === '' && filter.sort === newestFirst) query.delete('sort');
  return query;
}

/** Returns the start of the day so many days ago, so that a list's URL is the same for a day. */
function getDayStart(days: string): string {
  const day = toWallTime(new Date());
  day.setUTCDate(day.getUTCDate() - Number(days));
  day.setUTCHours(0, 0, 0, 0);
  return fromWallTime(day).toISOString();
}

/**
 * Builds the parameters of the API's list, stages and export. They leave out suspected spam, unless
 * the filter asks for it, or for leads that are or will be deleted, of which spam is a part.
 */
export function buildApiQuery(filter: LeadFilter): URLSearchParams {
  const { status, days, spam, view, ...rest } = filter;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== '') query.set(name, value);
  if (status === 'suspect') query.set('suspect', 'true');
  else if (spam === '' && rest.deleted === '' && rest.expiring === '') query.set('spam', 'false');
  if (status !== '' && status !== 'suspect') query.set('status', status);
  if (days !== '') query.set('createdFrom', getDayStart(days));
  return query;
}

/** Whether the list shows only some of the leads. */
export const isFiltered = (filter: LeadFilter): boolean =>
  formatLeadFilter({ ...filter, sort: '', view: '' }).toString() !== '';

/** The path of the list, which is a tab of the dashboard. */
const listPath = '/admin';

/** Builds the URL of the list. */
export function buildListPath(filter: LeadFilter): string {
  const query = formatLeadFilter(filter).toString();
  return `${listPath}?tab=leads${query === '' ? '' : `&${query}`}`;
}

/** Builds the URL of a lead's page. It remembers the list that the lead was opened from. */
export function buildLeadPath(id: string, filter: LeadFilter = noFilter): string {
  const query = formatLeadFilter(filter).toString();
  return `/admin/leads/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/** Returns the ID in the URL of a lead's page; undefined for another page. */
export const parseLeadPath = (path: string): string | undefined =>
  /^\/admin\/leads\/([\w-]{1,64})\/?$/.exec(path)?.[1];

/** Debounce of the search. An empty search applies at once. */
const searchDelayMs = 250;

/** The list's filter, which is in the URL, and the text of the search field. */
export function useLeadFilter() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const applied = parseLeadFilter(search);
  const [searchText, setSearchText] = useState(applied.q);
  const latest = useRef({ applied, navigate });
  useEffect(() => {
    latest.current = { applied, navigate };
  });

  // Back and forward change the URL without the field.
  useEffect(() => {
    setSearchText((text) => (text.trim() === applied.q ? text : applied.q));
  }, [applied.q]);

  const wanted = searchText.trim();
  // Not while the next page loads, when the URL is that page's already.
  const isShown = path === listPath;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(
      () => {
        const { applied, navigate } = latest.current;
        if (wanted === applied.q) return;
        navigate(buildListPath({ ...applied, q: wanted }), { replace: true });
      },
      wanted === '' ? 0 : searchDelayMs,
    );
    return () => clearTimeout(timer);
  }, [wanted, isShown]);

  return {
    applied,
    searchText,
    setSearchText,
    isActive: isFiltered(applied),
    /** Changes parts of the filter. */
    change: (part: Partial<LeadFilter>) =>
      navigate(buildListPath({ ...applied, ...part }), { replace: true }),
    clear() {
      setSearchText('');
      const { sort, view } = applied;
      navigate(buildListPath({ ...noFilter, sort, view }), { replace: true });
    },
  } as const;
}
