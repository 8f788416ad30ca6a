import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Api, failures } from '../../lib/api.server';
import { AppError } from '../../lib/errors';
import { picturesPath, pictureWidths } from '../../lib/picture-address';
import { z } from '../../lib/schema';
import { folderStorage, type PictureStorage } from './picture-storage.server';
import type { PictureStore } from './picture-store.server';
import {
  type FallbackFormat,
  fallbackName,
  fallbackTypes,
  storedWidths,
  webpName,
} from './rendering.server';

/** A picture that can be served: where its files lie, and which there are. */
interface Served {
  storage: PictureStorage;
  widths: readonly number[];
  fallback: FallbackFormat;
}

const idPattern = /^(?:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|demo-[a-z\d-]{1,60})$/;

/** The demo's pictures, which the build made. A few dozen, and they do not change: read at start. */
function demoPictures(folder: string | undefined): ReadonlyMap<string, Served> {
  if (folder === undefined || !existsSync(folder)) return new Map();
  const storage = folderStorage(folder);
  return new Map(
    readdirSync(folder)
      .filter((id) => idPattern.test(id))
      .map((id) => {
        const names = readdirSync(join(folder, id));
        const widths = pictureWidths.filter((width) => names.includes(webpName(width)));
        const fallback = names.includes(fallbackName('png')) ? 'png' : 'jpg';
        return [id, { storage, widths, fallback }] as const;
      }),
  );
}

/** The file that answers a width: at least as wide, else the widest there is. */
const fileFor = (wanted: number, widths: readonly number[]) =>
  `${widths.find((width) => width >= wanted) ?? widths.at(-1)}.webp`;

const notFound = () => new AppError('not_found', 'Not found');

interface Parts {
  pictures: PictureStore;
  storage: PictureStorage;
  /** The folder of the demo's pictures. */
  demoFolder: string | undefined;
}

/**
 * Serves pictures, which never change under their address. They are the only files of the site that
 * came from outside: they may neither be taken for something else nor do anything.
 */
export function objectRoutes(api: Api, { pictures, storage, demoFolder }: Parts): void {
  const demo = demoPictures(demoFolder);

  async function find(id: string): Promise<Served> {
    const ours = demo.get(id);
    if (ours) return ours;
    const row = idPattern.test(id) && (await pictures.find(id));
    if (!row) throw notFound();
    return { storage, widths: storedWidths(row.width), fallback: row.fallback };
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, name, type, from }: { id: string; name: string; type: string; from: PictureStorage },
  ) {
    const etag = `"${id}-${name}"`;
    reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('ETag', etag);
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
    if (known?.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) {
      return reply.code(304).send();
    }
    const body = await from.get(id, name);
    if (!body) throw notFound();
    return reply.type(type).send(body);
  }

  const schema = { hide: true, response: failures('not_found') };
  const id = z.string();

  api.get(
    `${picturesPath}:id`,
    { config: { access: 'public' }, schema: { ...schema, params: z.object({ id }) } },
    async (request, reply) => {
      const { params } = request;
      const { storage: from, fallback } = await find(params.id);
      const type = fallbackTypes[fallback];
      return send(request, reply, { id: params.id, name: fallbackName(fallback), type, from });
    },
  );

  api.get(
    `${picturesPath}:id/:file`,
    {
      config: { access: 'public' },
      schema: { ...schema, params: z.object({ id, file: z.string() }) },
    },
    async (request, reply) => {
      const { params } = request;
      const wanted = pictureWidths.find((width) => webpName(width) === params.file);
      if (wanted === undefined) throw notFound();
      const { storage: from, widths } = await find(params.id);
      const name = fileFor(wanted, widths);
      return send(request, reply, { id: params.id, name, type: 'image/webp', from });
    },
  );
}
