import { randomUUID } from 'node:crypto';
import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import { picturesPath } from '../../lib/picture-url';
import {
  exposureLimits,
  type LogoTone,
  logoHeightPx,
  type PictureStyle,
} from '../../lib/picture-values';
import { isSameSecret, signText } from '../../lib/secret-token.server';
import { getTimeAgo, MINUTE } from '../../lib/time/durations';
import type { SiteOptions } from '../environment/define-plugin.server';
import type { FallbackFormat, RenderedPicture, RenderPicture } from './picture-renderer.server';
import type { PictureStorage } from './storage.server';

/** Lifetime of an upload URL. */
const uploadUrlTtlMs = 10 * MINUTE;

/** The upload that a URL permits. */
interface UploadGrant {
  id: string;
  /** In milliseconds since the epoch. */
  expires: number;
  /** The session that requested it. */
  sessionHash: string;
  /** Logos may be SVG. */
  purpose?: 'logo' | undefined;
}

const signGrant = (secret: string, { id, expires, sessionHash, purpose }: UploadGrant) =>
  signText(secret, `upload ${id} ${expires} ${sessionHash}${purpose ? ` ${purpose}` : ''}`);

/** Creates the URL for an upload: signed, bound to one session, for a limited time. */
export function createUploadUrl(secret: string, grant: UploadGrant): string {
  const query = new URLSearchParams({
    expires: String(grant.expires),
    signature: signGrant(secret, grant),
    ...(grant.purpose && { purpose: grant.purpose }),
  });
  return `/api/objects/upload/${grant.id}?${query}`;
}

/** Verifies the URL of an upload for this session. @throws AppError forbidden or gone */
export function verifyUploadUrl(secret: string, grant: UploadGrant, signature: string): void {
  if (!isSameSecret(signature, signGrant(secret, grant))) {
    throw new AppError('forbidden', 'This upload address is not valid here.');
  }
  if (grant.expires <= Date.now()) throw createExpiredError();
}

const createExpiredError = () => new AppError('gone', 'This upload address has expired.');

interface PictureRow {
  id: string;
  /** The state: waiting for the upload, receiving it, stored, or being removed. */
  state: 'awaited' | 'arriving' | 'ready' | 'leaving';
  sessionHash: string;
  /** When its upload URL expires. */
  expiresAt: string;
  createdAt: string;
  width: number | null;
  height: number | null;
  fallback: FallbackFormat | null;
  /** Null for pictures of earlier releases: see `readMissingTones`. */
  tone: LogoTone | null;
  exposure: number | null;
  /** When the picture became unreferenced. */
  unusedSince: string | null;
}

declare module '../../db/database.server' {
  interface Tables {
    pictures: PictureRow;
  }
}

/** Returns how a picture is shown. A JPEG has no transparency. */
export const getPictureStyle = (fallback: FallbackFormat | null | undefined): PictureStyle =>
  fallback === 'jpg' ? 'photo' : 'cutout';

const toPictureId = (url: unknown): string => String(url).replace(picturesPath, '');

/** Finds an uploaded picture by its URL. */
type FindPicture = (url: unknown) => PictureRow | undefined;

/** Reads the uploaded pictures in items' values, for `addPictureDetails`. */
export async function readPictures(
  db: Database,
  items: readonly Record<string, unknown>[],
): Promise<FindPicture> {
  const urls = items.flatMap(({ imageUrl, clientLogo }) => [imageUrl, clientLogo]);
  const ids = new Set(urls.filter((url) => typeof url === 'string').map(toPictureId));
  const pictures = new Map<string, PictureRow>();
  for (const batch of splitIntoBatches([...ids])) {
    const rows = await db.selectFrom('pictures').selectAll().where('id', 'in', batch).execute();
    for (const row of rows) pictures.set(row.id, row);
  }
  return (url) => pictures.get(toPictureId(url));
}

/** Returns how wide a picture is at a height; 0 if its size is not known. */
export const getWidthAt = (
  heightPx: number,
  { width, height }: Pick<PictureRow, 'width' | 'height'>,
): number => (width && height ? Math.round((heightPx * width) / height) : 0);

/**
 * Adds to an item's changed values how the pictures in them are shown. A picture that was not
 * uploaded is shown like the drawings, and such a logo like a colored one, unless it is unchanged.
 */
export function addPictureDetails(
  findPicture: FindPicture,
  values: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Record<string, unknown> {
  const { imageUrl, clientLogo } = values;
  const { logoTone = 'color', logoWidth = 0 } = {
    ...(clientLogo === before.clientLogo && before),
    ...values,
  };
  const picture = imageUrl === undefined ? undefined : findPicture(imageUrl);
  const logo = clientLogo === undefined ? undefined : findPicture(clientLogo);
  return {
    ...values,
    ...(imageUrl !== undefined && {
      imageStyle: getPictureStyle(picture?.fallback),
      imageExposure: picture?.exposure ?? exposureLimits.usual,
    }),
    ...(clientLogo !== undefined && {
      logoTone: logo?.tone ?? logoTone,
      logoWidth: logo ? getWidthAt(logoHeightPx, logo) : logoWidth,
    }),
  };
}

/** Stores the rows of pictures. No file is stored without a row, so a crash leaves none behind. */
export function createPictureStore(db: Database) {
  return {
    /** Creates the row of a picture that will be uploaded. */
    async reserve(sessionHash: string): Promise<{ id: string; expires: number }> {
      const id = randomUUID();
      const expires = Date.now() + uploadUrlTtlMs;
      await db
        .insertInto('pictures')
        .values({
          id,
          state: 'awaited',
          sessionHash,
          expiresAt: new Date(expires).toISOString(),
          createdAt: getTimeAgo(0),
          width: null,
          height: null,
          fallback: null,
          tone: null,
          exposure: null,
          unusedSince: null,
        })
        .execute();
      return { id, expires };
    },

    /** Claims an upload URL, once. @throws AppError conflict, gone when it has expired */
    async claim(id: string, sessionHash: string): Promise<void> {
      const claimed = await db
        .updateTable('pictures')
        .set({ state: 'arriving' })
        .where('id', '=', id)
        .where('sessionHash', '=', sessionHash)
        .where('state', '=', 'awaited')
        .where('expiresAt', '>', getTimeAgo(0))
        .executeTakeFirst();
      if (Number(claimed.numUpdatedRows) === 1) return;
      const row = await db
        .selectFrom('pictures')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row || row.state === 'awaited') throw createExpiredError();
      throw new AppError('conflict', 'This upload address has been used.');
    },

    /** Marks a picture as stored, so that it can be served. */
    async markReady(id: string, { files, ...picture }: RenderedPicture): Promise<void> {
      await db
        .updateTable('pictures')
        .set({ ...picture, state: 'ready', unusedSince: getTimeAgo(0) })
        .where('id', '=', id)
        .execute();
    },

    /** Marks an upload as failed, so that the files stored for it are removed. */
    async discard(id: string): Promise<void> {
      await db.updateTable('pictures').set({ state: 'leaving' }).where('id', '=', id).execute();
    },

    /** @returns null when there is no such picture */
    async find(id: string): Promise<{ width: number; fallback: FallbackFormat } | null> {
      const row = await db
        .selectFrom('pictures')
        .select(['width', 'fallback'])
        .where('id', '=', id)
        .where('state', '=', 'ready')
        .executeTakeFirst();
      if (!row?.width || !row.fallback) return null;
      return { width: row.width, fallback: row.fallback };
    },
  };
}

export type PictureStore = ReturnType<typeof createPictureStore>;

/** Dependencies of the jobs and routes of pictures. */
export interface MediaContext extends SiteOptions {
  pictures: PictureStore;
  storage: PictureStorage;
  renderPicture: RenderPicture;
}
