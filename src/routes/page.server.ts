import type { FastifyInstance } from 'fastify';
import { collectionKey } from '../collection-kit/queries';
import type { CollectionPath } from '../features/collections';
import type { OnboardingPackage } from '../features/packages/contract';
import { talentSearchKey } from '../features/talents/queries';
import type { TalentSearch } from '../features/talents/talent-search';
import type { Environment } from '../foundation/settings/environment.server';
import type { ThirdPartySources } from '../http/security-headers.server';
import type { QueryKey } from '../lib/query-cache';
import type { Site } from '../lib/site';
import type { Page } from './page';

/** A query that the server runs before it renders a page. */
interface PageQuery {
  /** Where the page's components look the result up. */
  key: QueryKey;
  read: (app: FastifyInstance) => Promise<unknown>;
}

export const queryCollection = (path: CollectionPath): PageQuery => ({
  key: collectionKey(path),
  read: (app) => app.collectionSnapshots[path].read(),
});

export const queryTalents = (talentSearch: TalentSearch): PageQuery => ({
  key: talentSearchKey(talentSearch),
  read: (app) => app.browseTalents(talentSearch),
});

/** For every page from which the lead form can be opened, because the form offers the packages. */
export const queryPackages = () => [queryCollection('packages')];

/** A node of structured data, in schema.org's terms. */
export type JsonLdNode = Record<string, unknown>;

/** The facts of a page that only the server needs. */
export interface ServerPage {
  page: Page;
  /** Its component's file, as the build's manifest names it. */
  file: string;
  /** `private` pages are for the admin or for one visitor: never cached, and kept from crawlers. */
  audience: 'public' | 'private';
  /** What search results and shared links show, in about 150 characters. */
  description?: string;
  /** The picture of shared links, when it is not the home page's. */
  shareImage?: 'talent';
  /** The queries that the page is rendered with, by the query string of its URL. */
  listQueries: (search: string) => readonly PageQuery[];
  /**
   * Reduces the query string of a public page to what the page reads of it, in one spelling. Nothing else
   * of it reaches the page or its cache key. Without it, the page reads no query string.
   */
  normalizeSearch?: (search: string) => string;
  /** Settings that this page alone is sent with, by the key under which its components read them. */
  getSettings?: (environment: Environment) => Record<string, unknown>;
  /** Third-party origins that its Content-Security-Policy allows, in place of the site's. */
  getThirdPartySources?: (environment: Environment) => ThirdPartySources;
  /** Structured data of an indexed page, when it is not its breadcrumbs. */
  buildStructuredData?: (site: Site, packages: readonly OnboardingPackage[]) => JsonLdNode[];
  /** Its route is registered by a plugin of its own. */
  hasOwnRoute?: true;
}
