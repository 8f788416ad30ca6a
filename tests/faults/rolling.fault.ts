import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, listAllLeads } from '../support/api-client';
import { provideProgram } from '../support/debian-packages';
import { freePort } from '../support/free-port';
import { startNginx } from '../support/nginx';
import { sampleLead } from '../support/samples';
import type { ServerProcess } from '../support/server-process';
import { type ExchangeOptions, exchange } from './exchange';
import { type Fault, outcome } from './fault';
import { additiveMigration, buildNewerRelease } from './newer-release';

const processCount = 3;

/** Visitors who read pages on a connection that stays open. */
const readerCount = 12;

/** Visitors who send an inquiry, each from an address of their own, on a new connection. */
const senderCount = 4;

/** Pause of each visitor between two requests, so that the restarts last longer than the load. */
const pauseMs = 40;

const paths = ['/', '/talent', '/enquiry', '/api/talents', '/api/packages'];

interface Traffic {
  requests: number;
  /** The error of each failed request. */
  failures: string[];
  /** The companies of the acknowledged inquiries. */
  acknowledged: string[];
}

const tlsOptions = { servername: 'crew.example', rejectUnauthorized: false };

/** Sends a request, and records whether its visitor got what they asked for. */
async function send(
  traffic: Traffic,
  url: string,
  options: ExchangeOptions,
  expected: number,
): Promise<boolean> {
  const { status, isWhole, error } = await exchange(url, {
    ...options,
    headers: { Host: 'crew.example', ...options.headers },
  });
  traffic.requests += 1;
  const isFine = status === expected && isWhole;
  if (!isFine)
    traffic.failures.push(`${options.method ?? 'GET'} ${url}: ${status ?? ''} ${error ?? ''}`);
  return isFine;
}

/** Loads nginx with readers and senders. @returns the function that ends the load */
function startTraffic(url: string, traffic: Traffic): () => Promise<void> {
  let isEnding = false;
  let sent = 0;

  async function read(index: number): Promise<void> {
    const agent = new Agent({ ...tlsOptions, keepAlive: true, maxSockets: 1 });
    for (let turn = index; !isEnding; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      await send(traffic, url + path, { agent, headers: { 'Accept-Encoding': 'br' } }, 200);
      await pause(pauseMs);
    }
    agent.destroy();
  }

  async function inquire(): Promise<void> {
    while (!isEnding) {
      sent += 1;
      const companyName = `Company ${sent}`;
      const lead = { ...sampleLead, companyName, email: `visitor@company-${sent}.example` };
      // Each from its own network, because inquiries per address are rate limited.
      const localAddress = `127.${1 + (sent >> 8)}.${sent & 255}.7`;
      const agent = new Agent({ ...tlsOptions, localAddress });
      const request = {
        agent,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(lead),
      };
      if (await send(traffic, `${url}/api/leads`, request, 201))
        traffic.acknowledged.push(companyName);
      agent.destroy();
      await pause(pauseMs);
    }
  }

  const visitors = [
    ...Array.from({ length: readerCount }, (_, index) => read(index)),
    ...Array.from({ length: senderCount }, inquire),
  ];
  return async () => {
    isEnding = true;
    await Promise.all(visitors);
  };
}

async function waitUntilReady(server: ServerProcess): Promise<void> {
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await pause(50);
}

export default {
  name: 'rolling',
  guarantee:
    'Restarts of three processes behind nginx, one after the other and alternating with the next release, fail no request',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, newFolder, startServer, numberFlag, onCleanup }) {
    const program = provideProgram('nginx');
    if (!program) return { skipped: 'There is no nginx on this machine.' };
    const restarts = numberFlag('restarts', 20);
    const minRequests = 500 * restarts;
    const folder = newFolder('disk');
    const nextRelease = await buildNewerRelease(join(folder, 'next'), {
      '9998-additive': additiveMigration,
    });
    const env = { ...(await newDatabase()), TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '5' };
    const servers: ServerProcess[] = [];
    for (let index = 0; index < processCount; index += 1) {
      servers.push(await startServer({ ...env, PORT: String(await freePort()) }));
    }
    const nginx = await startNginx(
      program,
      servers.map(({ port }) => port),
    );
    onCleanup(nginx.stop);

    const traffic: Traffic = { requests: 0, failures: [], acknowledged: [] };
    const endTraffic = startTraffic(`https://127.0.0.1:${nginx.port}`, traffic);
    const problems: string[] = [];
    for (let restart = 0; restart < restarts; restart += 1) {
      const index = restart % processCount;
      const stopped = servers[index];
      if (!stopped) continue;
      const { code } = await stopped.stop();
      if (code !== 0) problems.push(`a process exited with ${code}`);
      // Round by round: to the next release, and back again.
      const isNext = Math.floor(restart / processCount) % 2 === 0;
      const server = await startServer(
        { ...env, PORT: String(stopped.port) },
        isNext ? { entry: nextRelease } : {},
      );
      servers[index] = server;
      await waitUntilReady(server);
    }
    while (traffic.requests < minRequests) await pause(100);
    await endTraffic();

    const { requests, failures, acknowledged } = traffic;
    problems.push(...failures);
    const owner = new ApiClient(servers[0]?.url ?? '');
    await owner.signIn();
    const stored = (await listAllLeads(owner)).map(({ companyName }) => companyName);
    const lost = acknowledged.filter((name) => !stored.includes(name));
    if (lost.length > 0) problems.push(`${lost.length} acknowledged inquiries lost`);
    if (new Set(stored).size !== stored.length) problems.push('an inquiry is stored twice');
    return outcome(
      problems,
      `${restarts} restarts, 0 of ${requests} requests failed; ${acknowledged.length} inquiries, 0 lost`,
    );
  },
} satisfies Fault;
