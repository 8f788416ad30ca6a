import { collections } from '../../content/collections/collections';
import type { CollectionTabContent } from '../../content/kit/list/define-tab';

const modules = import.meta.glob<CollectionTabContent>(
  '../../content/collections/*/admin/tab.tsx',
  {
    eager: true,
    import: 'default',
  },
);

/** The content of each collection's tab, by the tab's name in the URL. */
export const contentTabs: ReadonlyMap<string, CollectionTabContent> = new Map(
  collections.map(({ path, tab }) => {
    const Content = modules[`../../content/collections/${path}/admin/tab.tsx`];
    if (!Content) throw new Error(`src/content/collections/${path}/admin/tab.tsx is missing.`);
    return [tab, Content];
  }),
);
