import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../http/api.server';
import { matchEtag } from '../../http/response-body.server';
import { AppError } from '../../lib/errors';
import { buildPictureUrl, iconName, picturesPath, pictureWidths } from '../../lib/picture-url';
import { z } from '../../lib/schema';
import {
  type FallbackFormat,
  fallbackTypes,
  getFallbackName,
  getStoredWidths,
  getWebpName,
  type RenderPicture,
} from './picture-renderer.server';
import { createFolderStorage, type PictureStorage } from './storage.server';
import type { MediaContext } from './store.server';

type ReadFile = () => Promise<Buffer | null | undefined>;

/** A picture that can be served: its storage and its files. */
interface ServedPicture {
  storage: PictureStorage;
  widths: readonly number[];
  fallback: FallbackFormat;
}

const idPattern = /^(?:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|demo-[a-z\d-]{1,60})$/;

/** Loads the list of demo pictures at startup. The build has rendered them; they never change. */
function loadDemoPictures(folder: string | undefined): ReadonlyMap<string, ServedPicture> {
  if (folder === undefined || !existsSync(folder)) return new Map();
  const storage = createFolderStorage(folder);
  return new Map(
    readdirSync(folder)
      .filter((id) => idPattern.test(id))
      .map((id) => {
        const names = readdirSync(join(folder, id));
        const widths = pictureWidths.filter((width) => names.includes(getWebpName(width)));
        const fallback = names.includes(getFallbackName('png')) ? 'png' : 'jpg';
        return [id, { storage, widths, fallback }] as const;
      }),
  );
}

/** Selects the file for a width: the smallest that is wide enough, otherwise the largest. */
const selectFile = (requestedWidth: number, widths: readonly number[]) =>
  `${widths.find((width) => width >= requestedWidth) ?? widths.at(-1)}.webp`;

const createNotFoundError = () => new AppError('not_found', 'Not found');

/** Creates a renderer of the icon of a logo. Each process keeps the one that it rendered last. */
function createIconRenderer(renderPicture: RenderPicture) {
  let last: { id: string; icon: Promise<Buffer | undefined> } | undefined;
  return (id: string, logo: Buffer): Promise<Buffer | undefined> => {
    if (last?.id === id) return last.icon;
    const icon = renderPicture(logo, 'icon').then(({ files: [file] }) => file?.body);
    last = { id, icon };
    icon.catch(() => {
      last = undefined;
    });
    return icon;
  };
}

/**
 * Registers the routes that serve pictures. A picture never changes under its URL. Pictures are the
 * only files that users upload, so the headers keep browsers from interpreting them as anything
 * else.
 * @param demoFolder the folder of the demo pictures
 */
export function registerServingRoutes(
  api: Api,
  { environment, pictures, storage, renderPicture }: MediaContext,
  demoFolder: string | undefined,
): void {
  const demoById = loadDemoPictures(demoFolder);
  const renderIcon = createIconRenderer(renderPicture);

  async function findPicture(id: string): Promise<ServedPicture> {
    const demoPicture = demoById.get(id);
    if (demoPicture) return demoPicture;
    const row = idPattern.test(id) && (await pictures.find(id));
    if (!row) throw createNotFoundError();
    return { storage, widths: getStoredWidths(row.width), fallback: row.fallback };
  }

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, name, type, read }: { id: string; name: string; type: string; read: ReadFile },
  ) {
    const etag = `"${id}-${name}"`;
    reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('ETag', etag);
    if (matchEtag(request.headers['if-none-match'], [etag])) return reply.code(304).send();
    const body = await read();
    if (!body) throw createNotFoundError();
    return reply.type(type).send(body);
  }

  const config = { access: 'public' } as const;
  const schema = { hide: true };
  const params = z.object({ id: z.string() });

  api.get(
    `${picturesPath}:id`,
    { config, schema: { ...schema, params } },
    async (request, reply) => {
      const { id } = request.params;
      const { storage: from, fallback } = await findPicture(id);
      const [name, type] = [getFallbackName(fallback), fallbackTypes[fallback]];
      // Emails and link previews embed this file, and mail programs respect the policy.
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return sendFile(request, reply, { id, name, type, read: () => from.get(id, name) });
    },
  );

  // The icon of browser tabs, made from the owner's logo. No other picture has one.
  api.get(
    `${picturesPath}:id/${iconName}`,
    { config, schema: { ...schema, params } },
    async (request, reply) => {
      const { id } = request.params;
      if (environment.owner.logo !== buildPictureUrl(id)) throw createNotFoundError();
      const { storage: from, fallback } = await findPicture(id);
      const read = async () => {
        const logo = await from.get(id, getFallbackName(fallback));
        return logo && (await renderIcon(id, logo));
      };
      return sendFile(request, reply, { id, name: iconName, type: fallbackTypes.png, read });
    },
  );

  api.get(
    `${picturesPath}:id/:file`,
    { config, schema: { ...schema, params: z.extend(params, { file: z.string() }) } },
    async (request, reply) => {
      const { id, file } = request.params;
      const requestedWidth = pictureWidths.find((width) => getWebpName(width) === file);
      if (requestedWidth === undefined) throw createNotFoundError();
      const { storage: from, widths } = await findPicture(id);
      const name = selectFile(requestedWidth, widths);
      return sendFile(request, reply, {
        ...{ id, name, type: 'image/webp' },
        read: () => from.get(id, name),
      });
    },
  );
}
