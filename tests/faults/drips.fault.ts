import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, outcome } from './fault';

const kinds = ['silent', 'header', 'body'] as const;

/** Opens a connection that sends a byte a second and never ends. Returns the milliseconds until it was closed. */
function openSlowConnection(port: number, kind: (typeof kinds)[number]): Promise<number> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket: Socket = connect(port, '127.0.0.1');
    const start = {
      silent: '',
      header: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      body: 'POST /api/leads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
    }[kind];
    socket.on('connect', () => socket.write(start));
    const timer = setInterval(() => kind !== 'silent' && socket.write(' '), 1_000);
    const deadline = setTimeout(() => socket.destroy(), 25_000);
    socket.on('error', () => {});
    // Discard the response: an unread one would keep the socket half open.
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(deadline);
      resolve(performance.now() - started);
    });
  });
}

/** Finds the largest script: thirty copies exceed the socket buffers of both ends. */
function findLargestAsset(): string {
  const folder = 'dist/client/assets';
  const size = (name: string) => statSync(`${folder}/${name}`).size;
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return `/assets/${names.toSorted((a, b) => size(b) - size(a))[0]}`;
}

/** Sends `count` requests over one connection and never reads a response. */
function requestWithoutReading(port: number, count: number): Promise<number> {
  const path = findLargestAsset();
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('connect', () => {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count));
    });
    const deadline = setTimeout(() => socket.destroy(), 40_000);
    // A paused socket notices that it was closed only when it writes.
    const timer = setInterval(() => socket.write('\r\n'), 500);
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(deadline);
      resolve(performance.now() - started);
    });
  });
}

export default {
  name: 'drips',
  guarantee: 'Slow connections are closed within 15 s; the p99 of other visitors stays under 1 s',
  engines: ['sqlite'],
  async run({ newDatabase, startServer, numberFlag }) {
    const count = numberFlag('drips', 500);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    const times: number[] = [];
    let isDone = false;
    const visiting = (async () => {
      while (!isDone) {
        const started = performance.now();
        await (await fetch(`${server.url}/talent`)).text();
        times.push(performance.now() - started);
        await pause(20);
      }
    })();
    const slowSenders = Array.from({ length: count }, (_, index) =>
      openSlowConnection(server.port, kinds[index % kinds.length] ?? 'header'),
    );
    const nonReaders = Array.from({ length: Math.ceil(count / 50) }, (_, index) =>
      requestWithoutReading(server.port, index % 2 === 0 ? 30 : 2_000),
    );
    const openTimes = await Promise.all([...slowSenders, ...nonReaders]);
    isDone = true;
    await visiting;
    const slowest = Math.max(...openTimes);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    const problems = [
      ...(slowest > 15_000 ? [`a connection was open for ${Math.round(slowest)} ms`] : []),
      ...(p99 > 1_000 ? [`visitor p99 ${Math.round(p99)} ms`] : []),
    ];
    return outcome(
      problems,
      `${openTimes.length} slow connections closed in ${(slowest / 1000).toFixed(1)} s at most, visitor p99 ${Math.round(p99)} ms`,
    );
  },
} satisfies Fault;
