export const adminTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'hero-stats', label: 'Hero Stats' },
  { id: 'talents', label: 'Talents' },
  { id: 'leads', label: 'Leads' },
  { id: 'case-studies', label: 'Case Studies' },
  { id: 'packages', label: 'Packages' },
] as const;

/** Views beside the tabs, which the header links to. Each has its icon in AdminHeader. */
export const adminViews = [
  { id: 'calls', label: 'Calls' },
  { id: 'security', label: 'Security' },
] as const;

export type AdminTab = (typeof adminTabs)[number]['id'];
export type AdminView = (typeof adminViews)[number]['id'];

/** The tab or view that an address's query names; the overview when it names none that there is. */
export function parseTab(search: string): AdminTab | AdminView {
  const requestedTab = new URLSearchParams(search).get('tab');
  return [...adminTabs, ...adminViews].find(({ id }) => id === requestedTab)?.id ?? 'overview';
}

/** The view that stands alone at a tab's address, without the day and its figures; if it is one. */
export const findView = (tab: AdminTab | AdminView) => adminViews.find(({ id }) => id === tab);

/** A tab's or a view's address. */
export const buildTabUrl = (tab: AdminTab | AdminView): string =>
  tab === 'overview' ? '/admin' : `/admin?tab=${tab}`;
