import type { CollectionTabContent } from '../../collection-kit/list/define-tab';
import { collections } from '../../features/collections';

const modules = import.meta.glob<CollectionTabContent>('../../features/*/admin/tab.tsx', {
  eager: true,
  import: 'default',
});

/** The content of each collection's tab, by the tab's name in the URL. */
export const contentTabs: ReadonlyMap<string, CollectionTabContent> = new Map(
  collections.map(({ path, tab }) => {
    const Content = modules[`../../features/${path}/admin/tab.tsx`];
    if (!Content) throw new Error(`src/features/${path}/admin/tab.tsx is missing.`);
    return [tab, Content];
  }),
);
