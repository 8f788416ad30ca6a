import type { FastifyInstance } from 'fastify';
import type { CollectionPath } from '../content/collections/collections';
import type { OnboardingPackage } from '../content/collections/packages/contract';
import { listHomeTalents } from '../content/collections/talents/browse-talents.server';
import { homeTalentsKey } from '../content/collections/talents/home-queries';
import { talentSearchKey } from '../content/collections/talents/queries';
import type { TalentSearch } from '../content/collections/talents/talent-search';
import { collectionKey } from '../content/kit/queries';
import type { PageSources } from '../content/page-sources.server';
import type { PageName } from '../content/pages/contract';
import { getContentUrl } from '../content/pages/queries';
import type { Environment } from '../foundation/environment/environment.server';
import type { ThirdPartySources } from '../http/security-headers.server';
import type { QueryKey } from '../lib/query-cache';
import type { Site } from '../lib/site';
import type { Page } from './page';

/** A query that the server runs before it renders a page. */
export interface PageQuery {
  /** The key under which the page's components find the result. */
  key: QueryKey;
  /** @param app for data of features besides the content */
  read: (sources: PageSources, app: FastifyInstance) => Promise<unknown>;
}

export const queryCollection = (path: CollectionPath): PageQuery => ({
  key: collectionKey(path),
  read: (sources) => sources.collectionSnapshots[path].read(),
});

export const queryTalents = (talentSearch: TalentSearch): PageQuery => ({
  key: talentSearchKey(talentSearch),
  read: (sources) => sources.browseTalents(talentSearch),
});

/** The query for the talents on the home page. */
export const queryHomeTalents: PageQuery = {
  key: homeTalentsKey,
  read: async (sources) => listHomeTalents(await sources.collectionSnapshots.talents.read()),
};

export const queryPageContent = (page: PageName): PageQuery => ({
  key: [getContentUrl(page)],
  read: (sources) => sources.pageContents.read(page),
});

/**
 * Returns the query for the packages, which the lead form offers. Every page that can open the form
 * needs it.
 */
export const queryPackages = () => [queryCollection('packages')];

/** A node of structured data, in schema.org's terms. */
export type JsonLdNode = Record<string, unknown>;

/** The properties of a page that only the server needs. */
export interface ServerPage {
  page: Page;
  /** The texts that the owner can change. */
  content?: PageName;
  /** The file of its component, as in the build's manifest. */
  file: string;
  /** The routes of the page's further paths. */
  moreRoutes?: readonly string[];
  /**
   * `private` pages are for the admin or for one visitor: never cached, and hidden from crawlers.
   */
  audience: 'public' | 'private';
  /** Shown in search results and shared links, in about 150 characters. */
  description?: string;
  /** Returns the queries to run before rendering, for the query string of the page's URL. */
  listQueries: (search: string, site: Site) => readonly PageQuery[];
  /**
   * Reduces the query string of a public page to the parameters that the page reads, in one
   * spelling. No other part of it reaches the page or its cache key. Without this function, the
   * page reads no query string.
   */
  normalizeSearch?: (search: string, site: Site) => string;
  /** Returns the address of the page's own picture for link previews, if it has one. */
  getSharePicture?: (search: string) => string | undefined;
  /**
   * Returns settings that only this page receives, by the key under which its components read them.
   */
  getSettings?: (environment: Environment) => Record<string, unknown>;
  /**
   * Returns the third-party origins that its Content-Security-Policy allows, instead of those of the
   * analytics platforms.
   */
  getThirdPartySources?: (environment: Environment) => ThirdPartySources;
  /** Builds the structured data of an indexed page, if it differs from the default breadcrumbs. */
  buildStructuredData?: (
    site: Site,
    packages: readonly OnboardingPackage[],
    description: string,
  ) => JsonLdNode[];
  /** A separate plugin registers its route. */
  hasOwnRoute?: true;
  /**
   * It runs no scripts, so that the browser's code doesn't contain it: the files of the build whose
   * styles it needs.
   */
  staticStyles?: readonly string[];
}

export interface SendPageOptions {
  status?: number;
  /** Data for this response only, by the key under which the page's components read it. */
  data?: Record<string, unknown>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The public settings of this installation, as sent to the pages. */
    site: Site;
  }
  interface FastifyReply {
    /** Renders a page with its data, and sends it. */
    sendPage(page: ServerPage, options?: SendPageOptions): Promise<FastifyReply>;
  }
}
