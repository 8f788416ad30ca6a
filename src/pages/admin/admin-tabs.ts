export const adminTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'hero-stats', label: 'Hero Stats' },
  { id: 'talents', label: 'Talents' },
  { id: 'leads', label: 'Leads' },
  { id: 'case-studies', label: 'Case Studies' },
  { id: 'packages', label: 'Packages' },
] as const;

export type AdminTab = (typeof adminTabs)[number]['id'];

/** The tab that an address's query names; the overview when it names none that there is. */
export function tabOf(search: string): AdminTab {
  const wanted = new URLSearchParams(search).get('tab');
  return adminTabs.find((tab) => tab.id === wanted)?.id ?? 'overview';
}

/** A tab's address. */
export const tabAddress = (tab: AdminTab): string =>
  tab === 'overview' ? '/admin' : `/admin?tab=${tab}`;
