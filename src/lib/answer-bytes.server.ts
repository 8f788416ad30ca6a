import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** From the smallest to the largest. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** What is sent: the bytes in one encoding, and the strong tag that names exactly these. */
export interface Form {
  encoding: Encoding;
  body: Buffer;
  etag: string;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Brotli at its best, one answer after the other: the rest of libuv's threads stay free. */
let shrinking = Promise.resolve();
let waiting = 0;
/** Answers that may wait for it; in a flood the others are sent as gzip. */
const longestQueue = 10;
/** Bytes; a longer answer is a list of thousands, which brotli at its best would chew for seconds. */
const largestAtBest = 512 * 1024;

/** What was read before: nearly all clients send one of a handful of headers. */
const readBefore = new Map<string, ReadonlySet<Encoding>>();
const mostRead = 100;

/** Which encodings a client takes (RFC 9110, 12.5.3). Uncompressed is the way out when it takes none. */
export function acceptedEncodings(header = ''): ReadonlySet<Encoding> {
  let accepted = readBefore.get(header);
  if (!accepted) {
    accepted = readAcceptEncoding(header);
    if (readBefore.size >= mostRead) readBefore.clear();
    if (header.length < 200) readBefore.set(header, accepted);
  }
  return accepted;
}

function readAcceptEncoding(header: string): Set<Encoding> {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)/.exec(one)?.[1]).find(Boolean);
      return [name.trim(), Number(weight ?? 1)];
    }),
  );
  const takes = (encoding: Encoding) =>
    encoding === 'identity' || (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return new Set(encodings.filter(takes));
}

/** Headers of a response as Node takes them quickest: name, value, name, value. */
export type FlatHeaders = readonly string[];

/** The headers that Fastify has sent with a response, for those that are sent without it. */
export interface SentHeaders {
  /** What a 200 and a 304 have in common. */
  common: FlatHeaders;
  type: string;
  /** All headers of the response in brotli, once it was sent. */
  brotli?: FlatHeaders;
}

/** An answer as the bytes that are sent, each encoding made when it is first asked for. */
export class AnswerBytes {
  /** Not in a map by address: they have to go when the response goes. */
  sentHeaders: SentHeaders | undefined;

  readonly #identity: Buffer;
  readonly #hash: string;
  readonly #isLasting: boolean;
  #gzip: Promise<Buffer> | Buffer | undefined;
  #brotli: Form | undefined;
  #asked = 0;
  #isShrinking = false;

  /**
   * @param isLasting whether it is worth the best compression, which takes forty times as long as a quick
   * one for 13% fewer bytes: a stranger who asks for pages that nobody else does could keep a core busy. The
   * quick one takes 1 to 2 ms and is made at once.
   */
  constructor(text: string, isLasting = true) {
    this.#isLasting = isLasting;
    this.#identity = Buffer.from(text);
    this.#hash = createHash('sha256').update(this.#identity).digest('base64url').slice(0, 27);
  }

  /** Bytes that all encodings together can take at most. */
  get size(): number {
    return this.#identity.length * encodings.length;
  }

  #etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`;
  }

  /**
   * The smallest form at hand that the client takes. Brotli at its best takes tenths of a second: it is
   * made for what is asked for twice, and until it is there gzip is sent.
   */
  async form(accepted: ReadonlySet<Encoding>): Promise<Form> {
    this.#asked += 1;
    if (accepted.has('br')) {
      if (this.#asked > 1) this.#shrink();
      if (this.#brotli) return this.#brotli;
    }
    if (!accepted.has('gzip')) return this.#formOf('identity', this.#identity);
    this.#gzip ??= this.#isLasting ? toGzip(this.#identity) : gzipSync(this.#identity);
    return this.#formOf('gzip', await this.#gzip);
  }

  /** The response in brotli, when it is ready and the client takes it: nothing has to be made first. */
  readyBrotli(accepted: ReadonlySet<Encoding>): Form | undefined {
    return accepted.has('br') ? this.#brotli : undefined;
  }

  #formOf(encoding: Encoding, body: Buffer): Form {
    return { encoding, body, etag: this.#etag(encoding) };
  }

  #shrink(): void {
    if (this.#isShrinking || (this.#isLasting && waiting >= longestQueue)) return;
    this.#isShrinking = true;
    const { length } = this.#identity;
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // No larger than the text: by default the encoder prepares for 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length)))),
      [constants.BROTLI_PARAM_QUALITY]: this.#isLasting && length <= largestAtBest ? 11 : 5,
    };
    if (!this.#isLasting) {
      this.#brotli = this.#formOf('br', brotliCompressSync(this.#identity, { params }));
      return;
    }
    waiting += 1;
    shrinking = shrinking.then(async () => {
      const body = await toBrotli(this.#identity, { params }).catch(() => undefined);
      if (body) this.#brotli = this.#formOf('br', body);
      waiting -= 1;
    });
  }

  /**
   * The tag among those of `If-None-Match` under which the client already has this answer, in whatever
   * encoding it got it.
   */
  knownTag(ifNoneMatch: string | undefined): string | undefined {
    if (ifNoneMatch === undefined) return undefined;
    const tags = encodings.map((encoding) => this.#etag(encoding));
    if (ifNoneMatch.trim() === '*') return this.#etag('identity');
    const known = new Set(ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')));
    return tags.find((one) => known.has(one));
  }
}
