import type { FuzzRequest } from './fuzz-requests';

/** Whether a line contains only tabs, printable characters and bytes above ASCII, as a header may. */
const isPrintable = (line: string): boolean => /^[\t\u0020-\u007e\u0080-\u{10ffff}]*$/u.test(line);

/** Whether a request head is valid HTTP. An invalid one never reaches a route, so no page can respond. */
export function isHeadValid(head: string): boolean {
  const [line = '', ...rest] = head.split('\r\n').slice(0, -2);
  return (
    head.length < 16_000 &&
    rest.length < 100 &&
    /^(GET|HEAD|POST) \/[\x21-\x7e]* HTTP\/1\.[01]$/.test(line) &&
    rest.every((headerLine) => /^[\w-]+:/.test(headerLine) && isPrintable(headerLine)) &&
    rest.some((headerLine) => /^host:/i.test(headerLine)) &&
    rest
      .filter((headerLine) => /^content-length:/i.test(headerLine))
      .every((headerLine) => /: \d+$/.test(headerLine)) &&
    rest.filter((headerLine) => /^(content-length|transfer-encoding|host):/i.test(headerLine))
      .length <= 2 &&
    !/^transfer-encoding:/im.test(head)
  );
}

/** Encodes a body in two chunks. */
const encodeChunked = (body: Buffer): Buffer => {
  const half = body.subarray(0, body.length >> 1);
  const parts = [half, body.subarray(half.length)].filter((part) => part.length > 0);
  return Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`${part.length.toString(16)}\r\n`),
      part,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\n\r\n'),
  ]);
};

const framers: Record<FuzzRequest['announced']['framing'], (body: Buffer) => Buffer> = {
  length: (body) => body,
  chunked: encodeChunked,
  both: encodeChunked,
  odd: (body) => Buffer.concat([Buffer.from('zz\r\n'), body]),
};

/** Serializes a request. A head with characters above U+00FF is encoded as UTF-8. */
export function writeRequest(request: FuzzRequest): { head: string; bytes: Buffer } {
  const { method, target, version, headers, body, announced, spoil } = request;
  const hasBody = !['GET', 'HEAD', 'TRACE', 'CONNECT'].includes(method);
  const framedBody = framers[announced.framing](body.bytes);
  const optionalHeader = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${name}: ${value}`];
  const lines = [
    `${method} ${target} ${version}`,
    // First, so that the server closes the connection even if the following headers are broken.
    'Connection: close',
    ...(headers.some(([name]) => name === 'host') ? [] : ['Host: 127.0.0.1']),
    ...(hasBody
      ? [
          `Content-Type: ${announced['content-type'] ?? body.type}`,
          ...optionalHeader('Content-Encoding', announced['content-encoding']),
          ...(announced.framing === 'length' || announced.framing === 'both'
            ? [`Content-Length: ${announced['content-length'] ?? body.bytes.length}`]
            : []),
          ...(announced.framing === 'length' ? [] : ['Transfer-Encoding: chunked']),
        ]
      : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = spoil(`${lines.join('\r\n')}\r\n\r\n`);
  const encoded = /[^\0-\xff]/.test(head) ? Buffer.from(head) : Buffer.from(head, 'latin1');
  return { head, bytes: hasBody ? Buffer.concat([encoded, framedBody]) : encoded };
}
