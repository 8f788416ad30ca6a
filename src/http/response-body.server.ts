import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';

type Encoding = 'identity' | 'gzip' | 'br';

/** A body's bytes in one encoding, with the strong ETag of exactly these bytes. */
export interface Representation {
  encoding: Encoding;
  body: Buffer;
  etag: string;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses one body at a time at the best quality, so that libuv's other threads stay free. */
let compressionQueue = Promise.resolve();
let queuedCompressions = 0;
/** While the queue is full, other bodies stay gzip. */
const maxQueuedCompressions = 10;
/** A longer body is a list of thousands of items: brotli at its best quality would take seconds. */
const maxBestQualityBytes = 512 * 1024;

const exclusions = {
  br: /(^|,)\s*br\s*;\s*q=0(\.0*)?\s*(,|$)/,
  gzip: /(^|,)\s*gzip\s*;\s*q=0(\.0*)?\s*(,|$)/,
} as const;

/** Returns whether an `Accept-Encoding` header (RFC 9110, 12.5.3) accepts an encoding. */
function accepts(acceptEncoding: string | undefined, encoding: 'br' | 'gzip'): boolean {
  const header = acceptEncoding?.toLowerCase();
  if (header === undefined) return false;
  // `negotiate` would let the wildcard of `br;q=0, *` include brotli again.
  if (header.includes('*') && exclusions[encoding].test(header)) return false;
  return negotiate(header, [encoding]) === encoding;
}

/** Finds the first ETag that `If-None-Match` names, by weak comparison (RFC 9110, 13.1.2). */
export function matchEtag(
  ifNoneMatch: string | undefined,
  etags: readonly string[],
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return etags[0];
  const requested = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return etags.find((etag) => requested.includes(etag));
}

/** The number of responses that the fast path has sent for a route. */
export interface FastPathCounts {
  readonly route: string;
  sent: number;
  notModified: number;
}

/**
 * The headers that Fastify sent with a response, for sending it again without Fastify. As lists of
 * alternating names and values, which Node writes fastest.
 */
interface CachedHeaders {
  /** The headers that the 200 and the 304 share. */
  common: string[];
  type: string;
  /** The counts of the body's route. */
  counts: FastPathCounts;
}

/** A response body as encoded bytes. Each encoding is made on first use. */
export class ResponseBody {
  /** Stored here, not in a map by URL, so that they are evicted together with the body. */
  cachedHeaders: CachedHeaders | undefined;

  readonly #identity: Buffer;
  readonly #etags: Record<Encoding, string>;
  readonly #isLongLived: boolean;
  #gzip: Promise<Buffer> | Buffer | undefined;
  #brotli: Representation | undefined;
  #requestCount = 0;
  #isCompressing = false;

  /**
   * @param isLongLived whether to use the best compression, which takes forty times as long as a
   *   quick one (1 to 2 ms, synchronous) and saves 13% of the bytes. Pass false for URLs that a
   *   client can make up, because a flood of them could keep a core busy.
   */
  constructor(text: string, isLongLived = true) {
    this.#isLongLived = isLongLived;
    this.#identity = Buffer.from(text);
    const digest = hash('sha256', this.#identity, 'base64url').slice(0, 27);
    this.#etags = { identity: `"${digest}"`, gzip: `"${digest}-gzip"`, br: `"${digest}-br"` };
  }

  /** The maximum size of all encodings together. */
  get maxBytes(): number {
    return this.#identity.length * 3;
  }

  /**
   * Returns the smallest representation that is ready and that the client accepts. Brotli at its
   * best quality takes tenths of a second, so it is made after the second request; until it is
   * ready, clients get gzip.
   */
  async negotiate(acceptEncoding: string | undefined): Promise<Representation> {
    this.#requestCount += 1;
    if (this.#requestCount > 1 && accepts(acceptEncoding, 'br')) this.#compressBrotli();
    const brotli = this.getReadyBrotli(acceptEncoding);
    if (brotli) return brotli;
    if (!accepts(acceptEncoding, 'gzip')) return this.#represent('identity', this.#identity);
    this.#gzip ??= this.#isLongLived ? gzipAsync(this.#identity) : gzipSync(this.#identity);
    return this.#represent('gzip', await this.#gzip);
  }

  /** Returns the brotli representation if it is ready and the client accepts it. */
  getReadyBrotli(acceptEncoding: string | undefined): Representation | undefined {
    return this.#brotli && accepts(acceptEncoding, 'br') ? this.#brotli : undefined;
  }

  #represent(encoding: Encoding, body: Buffer): Representation {
    return { encoding, body, etag: this.#etags[encoding] };
  }

  #compressBrotli(): void {
    if (this.#isCompressing || (this.#isLongLived && queuedCompressions >= maxQueuedCompressions))
      return;
    this.#isCompressing = true;
    const { length } = this.#identity;
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // A window no larger than the text: by default the encoder allocates 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length)))),
      // Half the memory of the default above 64 kB, for the same size. Freed memory stays with its
      // thread.
      [constants.BROTLI_PARAM_LGBLOCK]: 16,
      [constants.BROTLI_PARAM_QUALITY]: this.#isLongLived && length <= maxBestQualityBytes ? 11 : 5,
    };
    if (!this.#isLongLived) {
      this.#brotli = this.#represent('br', brotliCompressSync(this.#identity, { params }));
      return;
    }
    queuedCompressions += 1;
    compressionQueue = compressionQueue.then(async () => {
      const body = await brotliAsync(this.#identity, { params }).catch(() => undefined);
      if (body) this.#brotli = this.#represent('br', body);
      queuedCompressions -= 1;
    });
  }

  /** Returns the ETag of the encoding that the client already has; undefined when it has none. */
  matchEtag(ifNoneMatch: string | undefined): string | undefined {
    return matchEtag(ifNoneMatch, Object.values(this.#etags));
  }
}
