import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** From the smallest to the largest. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** What is sent: the bytes in one encoding, and the strong tag that names exactly these. */
export interface Representation {
  encoding: Encoding;
  body: Buffer;
  etag: string;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Brotli at its best, one answer after the other: the rest of libuv's threads stay free. */
let compressionQueue = Promise.resolve();
let queuedCompressions = 0;
/** Answers that may wait for it; in a flood the others are sent as gzip. */
const maxQueuedCompressions = 10;
/** Bytes; a longer answer is a list of thousands, which brotli at its best would chew for seconds. */
const maxBestQualityBytes = 512 * 1024;

/** What was read before: nearly all clients send one of a handful of headers. */
const parsedHeaders = new Map<string, ReadonlySet<Encoding>>();
const maxParsedHeaders = 100;

/** Which encodings a client takes (RFC 9110, 12.5.3). Uncompressed is the way out when it takes none. */
export function getAcceptedEncodings(header = ''): ReadonlySet<Encoding> {
  let accepted = parsedHeaders.get(header);
  if (!accepted) {
    accepted = parseAcceptEncoding(header);
    if (parsedHeaders.size >= maxParsedHeaders) parsedHeaders.clear();
    if (header.length < 200) parsedHeaders.set(header, accepted);
  }
  return accepted;
}

function parseAcceptEncoding(header: string): Set<Encoding> {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';');
      const weight = parameters.map((item) => /^\s*q\s*=\s*([\d.]+)/.exec(item)?.[1]).find(Boolean);
      return [name.trim(), Number(weight ?? 1)];
    }),
  );
  const isAccepted = (encoding: Encoding) =>
    encoding === 'identity' || (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return new Set(encodings.filter(isAccepted));
}

/** Headers of a response as Node takes them quickest: name, value, name, value. */
export type RawHeaders = readonly string[];

/** The headers that Fastify has sent with a response, for those that are sent without it. */
export interface CachedHeaders {
  /** What a 200 and a 304 have in common. */
  common: RawHeaders;
  type: string;
  /** All headers of the response in brotli, once it was sent. */
  brotli?: RawHeaders;
}

/** An answer as the bytes that are sent, each encoding made when it is first asked for. */
export class ResponseBody {
  /** Not in a map by address: they have to go when the response goes. */
  cachedHeaders: CachedHeaders | undefined;

  readonly #identity: Buffer;
  readonly #hash: string;
  readonly #isLongLived: boolean;
  #gzip: Promise<Buffer> | Buffer | undefined;
  #brotli: Representation | undefined;
  #requestCount = 0;
  #isCompressing = false;

  /**
   * @param isLongLived whether it is worth the best compression, which takes forty times as long as a quick
   * one for 13% fewer bytes: a stranger who asks for pages that nobody else does could keep a core busy. The
   * quick one takes 1 to 2 ms and is made at once.
   */
  constructor(text: string, isLongLived = true) {
    this.#isLongLived = isLongLived;
    this.#identity = Buffer.from(text);
    this.#hash = createHash('sha256').update(this.#identity).digest('base64url').slice(0, 27);
  }

  /** Bytes that all encodings together can take at most. */
  get maxBytes(): number {
    return this.#identity.length * encodings.length;
  }

  #etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`;
  }

  /**
   * The smallest form at hand that the client takes. Brotli at its best takes tenths of a second: it is
   * made for what is asked for twice, and until it is there gzip is sent.
   */
  async negotiate(accepted: ReadonlySet<Encoding>): Promise<Representation> {
    this.#requestCount += 1;
    if (accepted.has('br')) {
      if (this.#requestCount > 1) this.#compressBrotli();
      if (this.#brotli) return this.#brotli;
    }
    if (!accepted.has('gzip')) return this.#represent('identity', this.#identity);
    this.#gzip ??= this.#isLongLived ? gzipAsync(this.#identity) : gzipSync(this.#identity);
    return this.#represent('gzip', await this.#gzip);
  }

  /** The response in brotli, when it is ready and the client takes it: nothing has to be made first. */
  getReadyBrotli(accepted: ReadonlySet<Encoding>): Representation | undefined {
    return accepted.has('br') ? this.#brotli : undefined;
  }

  #represent(encoding: Encoding, body: Buffer): Representation {
    return { encoding, body, etag: this.#etag(encoding) };
  }

  #compressBrotli(): void {
    if (this.#isCompressing || (this.#isLongLived && queuedCompressions >= maxQueuedCompressions))
      return;
    this.#isCompressing = true;
    const { length } = this.#identity;
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // No larger than the text: by default the encoder prepares for 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length)))),
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

  /**
   * The tag among those of `If-None-Match` under which the client already has this answer, in whatever
   * encoding it got it.
   */
  matchEtag(ifNoneMatch: string | undefined): string | undefined {
    if (ifNoneMatch === undefined) return undefined;
    const etags = encodings.map((encoding) => this.#etag(encoding));
    if (ifNoneMatch.trim() === '*') return this.#etag('identity');
    const requestedEtags = new Set(
      ifNoneMatch.split(',').map((item) => item.trim().replace(/^W\//, '')),
    );
    return etags.find((item) => requestedEtags.has(item));
  }
}
