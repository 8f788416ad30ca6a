import type { FuzzRequest } from './fuzz-requests';

/** Whether a line has only what a header may: tabs, printable characters and bytes above ASCII. */
const isPrintable = (line: string): boolean => /^[\t\u0020-\u007e\u0080-\u{10ffff}]*$/u.test(line);

/** Whether a head is HTTP: what is not never reaches a route, so that no page can respond to it. */
export function isHeadValid(head: string): boolean {
  const [line = '', ...rest] = head.split('\r\n').slice(0, -2);
  return (
    head.length < 16_000 &&
    rest.length < 100 &&
    /^(GET|HEAD|POST) \/[\x21-\x7e]* HTTP\/1\.[01]$/.test(line) &&
    rest.every((one) => /^[\w-]+:/.test(one) && isPrintable(one)) &&
    rest.some((one) => /^host:/i.test(one)) &&
    rest.filter((one) => /^content-length:/i.test(one)).every((one) => /: \d+$/.test(one)) &&
    rest.filter((one) => /^(content-length|transfer-encoding|host):/i.test(one)).length <= 2 &&
    !/^transfer-encoding:/im.test(head)
  );
}

/** A body in two chunks. */
const chunk = (body: Buffer): Buffer => {
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

const bodies: Record<FuzzRequest['announced']['framing'], (body: Buffer) => Buffer> = {
  length: (body) => body,
  chunked: chunk,
  both: chunk,
  odd: (body) => Buffer.concat([Buffer.from('zz\r\n'), body]),
};

/** Writes a request as bytes. Its characters above U+00FF in the head become UTF-8. */
export function writeRequest(request: FuzzRequest): { head: string; bytes: Buffer } {
  const { method, target, version, headers, body, announced, spoil } = request;
  const hasBody = !['GET', 'HEAD', 'TRACE', 'CONNECT'].includes(method);
  const sent = bodies[announced.framing](body.bytes);
  const named = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${name}: ${value}`];
  const lines = [
    `${method} ${target} ${version}`,
    // First: the server closes the connection whatever follows.
    'Connection: close',
    ...(headers.some(([name]) => name === 'host') ? [] : ['Host: 127.0.0.1']),
    ...(hasBody
      ? [
          `Content-Type: ${announced['content-type'] ?? body.type}`,
          ...named('Content-Encoding', announced['content-encoding']),
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
  return { head, bytes: hasBody ? Buffer.concat([encoded, sent]) : encoded };
}
