import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../server-process';
import { type Fault, outcome } from './fault';

const kinds = ['silent', 'header', 'body'] as const;

/** A connection that sends a byte a second and never ends. @returns milliseconds until it was closed */
function drip(port: number, kind: (typeof kinds)[number]): Promise<number> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket: Socket = connect(port, '127.0.0.1');
    const begin = {
      silent: '',
      header: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      body: 'POST /api/leads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
    }[kind];
    socket.on('connect', () => socket.write(begin));
    const timer = setInterval(() => kind !== 'silent' && socket.write(' '), 1_000);
    const late = setTimeout(() => socket.destroy(), 25_000);
    socket.on('error', () => {});
    // What it is told at the end is not read by a drip, and would keep it half open.
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(late);
      resolve(performance.now() - started);
    });
  });
}

/** The largest file that visitors load: thirty of it are more than the systems on both ends hold back. */
function largestAsset(): string {
  const folder = 'dist/client/assets';
  const size = (name: string) => statSync(`${folder}/${name}`).size;
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return `/assets/${names.toSorted((a, b) => size(b) - size(a))[0]}`;
}

/** Asks over one connection, more often than is let in or not, and reads no answer. */
function neverRead(port: number, times: number): Promise<number> {
  const path = largestAsset();
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('connect', () => {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
    });
    const late = setTimeout(() => socket.destroy(), 40_000);
    // A paused socket hears of its end by what it writes.
    const timer = setInterval(() => socket.write('\r\n'), 500);
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(late);
      resolve(performance.now() - started);
    });
  });
}

export default {
  name: 'drips',
  promise: 'Dripping connections are closed within 15 s; the p99 of others stays under 1 s',
  engines: ['sqlite'],
  async run({ newDatabase, number, afterwards }) {
    const count = number('drips', 500);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    afterwards(() => server.kill());
    const times: number[] = [];
    let isOver = false;
    const visitor = (async () => {
      while (!isOver) {
        const started = performance.now();
        await (await fetch(`${server.url}/talent`)).text();
        times.push(performance.now() - started);
        await pause(20);
      }
    })();
    const drips = Array.from({ length: count }, (_, index) =>
      drip(server.port, kinds[index % kinds.length] ?? 'header'),
    );
    const readers = Array.from({ length: Math.ceil(count / 50) }, (_, index) =>
      neverRead(server.port, index % 2 === 0 ? 30 : 2_000),
    );
    const closed = await Promise.all([...drips, ...readers]);
    isOver = true;
    await visitor;
    const slowest = Math.max(...closed);
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    const wrong = [
      ...(slowest > 15_000 ? [`one was open for ${Math.round(slowest)} ms`] : []),
      ...(p99 > 1_000 ? [`p99 of a visitor ${Math.round(p99)} ms`] : []),
    ];
    return outcome(
      wrong,
      `${closed.length} drips closed in ${(slowest / 1000).toFixed(1)} s at most, p99 of a visitor ${Math.round(p99)} ms`,
    );
  },
} satisfies Fault;
