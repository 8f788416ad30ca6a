export const adminTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'hero-stats', label: 'Hero Stats' },
  { id: 'talents', label: 'Talents' },
  { id: 'leads', label: 'Leads' },
  { id: 'case-studies', label: 'Case Studies' },
  { id: 'packages', label: 'Packages' },
] as const;

/** Views outside the tabs, linked from the header. AdminHeader has their icons. */
export const adminViews = [
  { id: 'calls', label: 'Calls' },
  { id: 'security', label: 'Security' },
] as const;

export type AdminTab = (typeof adminTabs)[number]['id'];
export type AdminView = (typeof adminViews)[number]['id'];

/** Parses the tab or view from a query string. Defaults to the overview. */
export function parseTab(search: string): AdminTab | AdminView {
  const requestedTab = new URLSearchParams(search).get('tab');
  return [...adminTabs, ...adminViews].find(({ id }) => id === requestedTab)?.id ?? 'overview';
}

/** Finds a view by ID; undefined for tabs. */
export const findView = (tab: AdminTab | AdminView) => adminViews.find(({ id }) => id === tab);

/** URL of a tab or view. */
export const buildTabUrl = (tab: AdminTab | AdminView): string =>
  tab === 'overview' ? '/admin' : `/admin?tab=${tab}`;
