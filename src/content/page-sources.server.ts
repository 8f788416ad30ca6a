import type { FastifyInstance } from 'fastify';
import {
  createTalentBrowser,
  type TalentBrowser,
} from './collections/talents/browse-talents.server';
import type { CollectionSnapshots } from './collections.plugin.server';
import './collections/talents/plugin.server';
import type { PageContents } from './pages/page-contents.server';
import './pages/plugin.server';

/** The lists and texts that a page is rendered with: those of the site, or of a preview. */
export interface PageSources {
  pageContents: PageContents;
  collectionSnapshots: CollectionSnapshots;
  browseTalents: TalentBrowser;
}

/** Returns what visitors see now. */
export const getPublicSources = ({
  pageContents,
  collectionSnapshots,
  browseTalents,
}: FastifyInstance): PageSources => ({ pageContents, collectionSnapshots, browseTalents });

/** Returns the sources of a preview. */
export const createPreviewSources = (
  pageContents: PageContents,
  collectionSnapshots: CollectionSnapshots,
): PageSources => ({
  pageContents,
  collectionSnapshots,
  browseTalents: createTalentBrowser(collectionSnapshots.talents, () => pageContents.site.filters),
});
