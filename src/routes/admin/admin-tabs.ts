import { collections } from '../../content/collections/collections';

interface AdminTab {
  /** The name in the URL. */
  id: string;
  label: string;
}

const contentTabs = collections.map(({ tab, title }): AdminTab => ({ id: tab, label: title }));

/**
 * Overview, leads and a tab for each collection. The specification puts leads after the talents.
 */
export const adminTabs: readonly AdminTab[] = [
  { id: 'overview', label: 'Overview' },
  ...contentTabs.slice(0, 2),
  { id: 'leads', label: 'Leads' },
  ...contentTabs.slice(2),
];

/** Views outside the tabs, linked from the header. AdminHeader has their icons. */
export const adminViews = [
  { id: 'calls', label: 'Calls' },
  { id: 'security', label: 'Security' },
] as const;

interface AdminView extends AdminTab {
  /** The view to which it belongs. */
  parent?: { id: string; label: string };
}

/** Views that other pages link to, and the header does not. */
const linkedViews: readonly AdminView[] = [
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'hours', label: 'Availability', parent: adminViews[0] },
];

/** Returns the tab or view that a URL's query names, or the overview for an unknown name. */
export function parseTab(search: string): string {
  const requestedTab = new URLSearchParams(search).get('tab');
  return (
    [...adminTabs, ...adminViews, ...linkedViews].find(({ id }) => id === requestedTab)?.id ??
    'overview'
  );
}

/** Finds the view with this name; undefined for a tab. */
export const findView = (tab: string): AdminView | undefined =>
  [...adminViews, ...linkedViews].find(({ id }) => id === tab);

/** Returns the place in the navigation to which a tab or view belongs. */
export const getPlace = (tab: string): string => findView(tab)?.parent?.id ?? tab;

/** Builds the URL of a tab or view. */
export const buildTabUrl = (tab: string): string =>
  tab === 'overview' ? '/admin' : `/admin?tab=${tab}`;
