import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { waitLimitMs } from './time-limits';

/**
 * Sends raw bytes, which HTTP clients do not allow, and returns the whole response as text; '' when
 * the server closes the connection without a response. The bytes must be a request with
 * `Connection: close`, or no valid request.
 * @throws when the server does not close the connection in time
 */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.setTimeout(waitLimitMs, () => socket.destroy(new Error('no response')));
    socket.on('data', (part: Buffer) => parts.push(part));
    // A server that rejects a request before it has read all of it resets the connection.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    // Keep the socket open: the server treats a half-closed connection as a client that has left.
    socket.write(bytes);
  });
}

/** Parses the status of a raw response; 0 when there is none. */
export const readStatus = (response: string): number =>
  Number(/^HTTP\/1\.[01] (\d{3})/.exec(response)?.[1] ?? 0);

export interface RawResponse {
  /** 0 when there was no response. */
  status: number;
  /** By lower-case name; a repeated header has its last value. */
  headers: Record<string, string>;
  /** The body, dechunked and decompressed; the compressed bytes as they are in a 206. */
  text: string;
}

function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (end < 0 || !(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/**
 * Parses the first final response of what `sendRaw` returns.
 * @param isHead whether the request was a HEAD, whose response has a Content-Length but no body
 */
export function readResponse(response: string, isHead = false): RawResponse {
  // "100 Continue" precedes the response.
  const final = response.replace(/^(HTTP\/1\.1 1\d\d .*\r\n\r\n)+/, '');
  const end = final.indexOf('\r\n\r\n');
  const headers = Object.fromEntries(
    final
      .slice(0, Math.max(end, 0))
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const sent = isHead || end < 0 ? Buffer.alloc(0) : Buffer.from(final.slice(end + 4), 'latin1');
  // Bytes beyond the length belong to another response: the response to bytes that follow a request
  // that was shorter than sent.
  const length = headers['content-length'];
  const whole = length === undefined ? sent : sent.subarray(0, Number(length));
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(sent) : whole;
  const status = readStatus(final);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[headers['content-encoding'] ?? ''];
  // A range of a compressed representation cannot be decompressed by itself.
  const text = (decode && body.length > 0 && status !== 206 ? decode(body) : body).toString();
  return { status, headers, text };
}
