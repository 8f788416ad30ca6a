import { fromWallTime, toWallTime } from '../../../lib/time/wall-time';
import { type LeadSort, leadSorts, leadStatuses, nextStepFilters } from '../../contract';

/** The statuses that the list can be filtered by. `suspect`: suspected spam of any status. */
export const statusFilters = [...leadStatuses, 'suspect'] as const;

/** Filter and order of the list. An empty string means no filter. */
export interface LeadFilter {
  q: string;
  status: (typeof statusFilters)[number] | '';
  package: string;
  industry: string;
  source: string;
  /** The ID of a project manager, or `none`. */
  assignee: string;
  /** The ID of an import, for its new leads. */
  import: string;
  /** Created in the last so many days. */
  days: string;
  /** `true` lists suspected spam among the others. */
  spam: '' | 'true';
  /** When the next step is due. */
  nextStep: (typeof nextStepFilters)[number] | '';
  /** `true` lists only deleted leads. */
  deleted: '' | 'true';
  /** `true` lists only leads that retention is about to delete. */
  expiring: '' | 'true';
  sort: LeadSort;
}

export const noFilter: LeadFilter = {
  q: '',
  status: '',
  package: '',
  industry: '',
  source: '',
  assignee: '',
  import: '',
  days: '',
  spam: '',
  nextStep: '',
  deleted: '',
  expiring: '',
  sort: '-created',
};

const filterNames = ['q', 'package', 'industry', 'source', 'assignee'] as const;

/** Maximum length of a filter's value, as the API accepts it. */
const maxValueLength = 120;

const idPattern = /^[\w-]{1,64}$/;

/** Parses the filter from the query of a URL. Ignores unknown values. */
export function parseLeadFilter(search: string): LeadFilter {
  const query = new URLSearchParams(search);
  const get = (name: string) => (query.get(name) ?? '').slice(0, maxValueLength);
  const days = get('days');
  return {
    ...noFilter,
    ...Object.fromEntries(filterNames.map((name) => [name, get(name)])),
    status: statusFilters.find((one) => one === get('status')) ?? '',
    import: idPattern.test(get('import')) ? get('import') : '',
    days: /^[1-9]\d{0,3}$/.test(days) ? days : '',
    spam: get('spam') === 'true' ? 'true' : '',
    nextStep: nextStepFilters.find((one) => one === get('nextStep')) ?? '',
    deleted: get('deleted') === 'true' ? 'true' : '',
    expiring: get('expiring') === 'true' ? 'true' : '',
    sort: leadSorts.find((one) => one === get('sort')) ?? noFilter.sort,
  };
}

/** Formats the filter as parameters of a URL, without those at their default. */
function formatLeadFilter(filter: LeadFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== '' && value !== noFilter.sort) query.set(name, value);
  }
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
export function buildApiQuery({ status, days, sort, spam, ...rest }: LeadFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== '') query.set(name, value);
  if (status === 'suspect') query.set('suspect', 'true');
  else if (spam === '' && rest.deleted === '' && rest.expiring === '') query.set('spam', 'false');
  if (status !== '' && status !== 'suspect') query.set('status', status);
  if (days !== '') query.set('createdFrom', getDayStart(days));
  if (sort !== noFilter.sort) query.set('sort', sort);
  return query;
}

/** Whether the list shows only some of the leads. */
export const isFiltered = (filter: LeadFilter): boolean =>
  formatLeadFilter({ ...filter, sort: noFilter.sort }).toString() !== '';

/** The path of the list, which is a tab of the dashboard. */
export const listPath = '/admin';

/** Builds the URL of the list. */
export function buildListPath(filter: LeadFilter, view: 'table' | 'board' = 'table'): string {
  const query = formatLeadFilter(filter);
  if (view === 'board') query.set('view', view);
  const text = query.toString();
  return `${listPath}?tab=leads${text === '' ? '' : `&${text}`}`;
}

/** Builds the URL of a lead's page. It remembers the list that the lead was opened from. */
export function buildLeadPath(id: string, filter: LeadFilter = noFilter): string {
  const query = formatLeadFilter(filter).toString();
  return `/admin/leads/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/** Returns the ID in the URL of a lead's page; undefined for another page. */
export const parseLeadPath = (path: string): string | undefined =>
  /^\/admin\/leads\/([\w-]{1,64})\/?$/.exec(path)?.[1];
