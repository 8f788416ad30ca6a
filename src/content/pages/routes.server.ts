import type { Database } from '../../db/database.server';
import { isSignedIn } from '../../foundation/auth/require-admin.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { sendVersion } from '../../http/item-version.server';
import { listKeys } from '../../lib/list';
import { z } from '../../lib/schema';
import { registerSingletonRoutes } from '../kit/singletons.server';
import { getBlockId } from './blocks.server';
import { getPatchSchema, getSchemas, type PageName, pageNames } from './contract';
import { buildStandardPolicy } from './page-contents.server';
import { pageForOwner, publicPages, standardPolicy } from './public-contract';
import { PageStore } from './store.server';

const describeRoute = describeRoutes('pages');

/** Registers the routes of the pages' texts. */
export function registerPageRoutes(api: Api, db: Database): void {
  for (const page of pageNames) {
    registerPage(api, db, page);
  }
  api.get(
    '/api/pages/privacy/standard-text',
    describeRoute('admin', {
      operationId: 'getStandardPolicy',
      summary: 'The standard privacy policy as Markdown, to start an own one from',
      response: { 200: standardPolicy },
    }),
    () => ({ markdown: buildStandardPolicy(api.settings.environment) }),
  );
}

/** Builds the id of an operation on a page. */
export const toOperation = (verb: string, page: string, rest = '') =>
  `${verb}${page[0]?.toUpperCase()}${page.slice(1)}Page${rest}`;

function registerPage(api: Api, db: Database, page: PageName): void {
  const store = new PageStore(db, page);
  const pageContent: z.ZodMiniType<Record<string, unknown>> = z.object({
    ...publicPages[page].shape,
    ...z.partial(pageForOwner).shape,
  });
  api.get(
    `/api/pages/${page}`,
    describeRoute('public', {
      operationId: toOperation('get', page),
      summary: `The texts of the ${page} page: what visitors see, and for the owner each block`,
      description:
        'With a session, also `version` and `blocks`: what PATCH changes, with the defaults of what the owner has not changed.',
      response: { 200: pageContent },
    }),
    async (request, reply) => {
      const { environment } = api.settings;
      reply.header('Cache-Control', 'no-store');
      const content = await api.pageContents.read(page);
      if (!(await isSignedIn(request, { db, environment }))) return content;
      return { ...content, ...sendVersion(reply, await store.read()) };
    },
  );

  registerPreview(api, page);
  registerSingletonRoutes(api, db, store, {
    path: `/api/pages/${page}`,
    tag: 'pages',
    response: pageForOwner,
    body: getPatchSchema(page),
    params: z.object({ id: z.enum(listKeys(getSchemas(page))) }),
    update: {
      operationId: toOperation('update', page),
      summary: 'Change the blocks and fields that are sent, and no other',
      description:
        'A block that is null has its default again. `pending` keeps values from visitors until `publishAt`, or until `state` is sent as `published`. At `unpublishAt`, the block is again as it was before the change. With `If-Match`, only the version that it names is changed.',
    },
    restore: {
      operationId: toOperation('restore', page, 'Block'),
      summary: 'Restore an earlier version of a block',
    },
    history: {
      operationId: toOperation('list', page, 'History'),
      summary: 'History of a block, newest first',
    },
    getDocumentId: (block) => getBlockId({ page, block }),
  });
}

/** Registers the preview of a page, for the form of a block. */
function registerPreview(api: Api, page: PageName): void {
  api.post(
    `/api/pages/${page}/preview`,
    describeRoute('admin', {
      operationId: toOperation('preview', page),
      summary: `The ${page} page as a change would leave it, without storing the change`,
      description: 'The body is that of PATCH. The document has no scripts.',
      body: getPatchSchema(page),
      response: { 200: z.object({ html: z.string() }) },
    }),
    async ({ body }) => {
      const contents = await api.loadPatchedContents(page, { ...body });
      return { html: await api.renderPagePreview(page, contents) };
    },
  );
}
