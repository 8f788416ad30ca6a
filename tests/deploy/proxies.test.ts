import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { provideProgram } from '../support/debian-packages';
import { freePort } from '../support/free-port';
import { startNginx } from '../support/nginx';
import { collectOutput, projectRoot } from '../support/operate';
import { padJpeg, samplePicture } from '../support/pictures';
import { sampleLead } from '../support/samples';
import { temporaryFolder } from '../support/temporary-folder';
import {
  createProxiedSettings,
  createTestFolder,
  startTestServer,
} from '../support/test-resources';
import { waitForProgram } from '../support/wait-for-program';

const caddyfile = join(projectRoot, 'deploy/caddy/Caddyfile');

describe('proxies', () => {
  interface SentRequest {
    path: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    /** The visitor's address, one of the loopback network. */
    from?: string;
  }

  /** Sends a request to the proxy. The certificate is our own, so it is not verified. */
  const createSender =
    (port: number) =>
    async ({ path, method = 'GET', headers = {}, body, from = '127.0.0.1' }: SentRequest) => {
      const outgoing = request({
        ...{ host: '127.0.0.1', port, path, method, localAddress: from },
        servername: 'crew.example',
        rejectUnauthorized: false,
        headers: { Host: 'crew.example', ...headers },
      });
      // Until the response, `once` reports errors. Later ones are of no interest, such as a reset
      // when nginx stops.
      outgoing.on('error', () => undefined);
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      return {
        status: response.statusCode,
        headers: response.headers,
        body: await text(response),
      };
    };

  const privatePath = '/proposal/14-signature?email=ann@person.example';

  test('nginx logs no URL, also of a request that it can send to no process', async ({ skip }) => {
    const program = provideProgram('nginx') ?? skip('There is no nginx on this machine.');
    const nginx = await startNginx(program, [await freePort()]);
    onTestFinished(nginx.stop);
    expect((await createSender(nginx.port)({ path: privatePath })).status).toBe(502);
    await expect.poll(nginx.readLogs).toContain('"status":502');
    expect(nginx.readLogs()).not.toMatch(/signature|ann@/);
  });

  /** Starts Caddy with the site's own file, without TLS, in front of processes. */
  async function startCaddy(caddy: string, ...upstreamPorts: number[]) {
    const folder = temporaryFolder('disk');
    const port = await freePort();
    const file = join(folder.path, 'Caddyfile');
    // Without its own API, whose port may be taken.
    writeFileSync(file, readFileSync(caddyfile, 'utf8').replace('{\n', '{\n\tadmin off\n'));
    const url = `http://127.0.0.1:${port}`;
    const UPSTREAMS = upstreamPorts.map((it) => `127.0.0.1:${it}`).join(' ');
    const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { HOME: folder.path, SITE_HOST: url, UPSTREAMS },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const readLog = collectOutput(child);
    onTestFinished(await waitForProgram(child, { port, folder, signal: 'SIGTERM' }));
    return { url, readLog };
  }

  test('Caddy logs no URL, also of a request that it can send to no process', async ({ skip }) => {
    const program = provideProgram('caddy') ?? skip('There is no Caddy on this machine.');
    const caddy = await startCaddy(program, await freePort(), await freePort());
    const response = await fetch(caddy.url + privatePath);
    // 503 once a health check has failed.
    expect([502, 503]).toContain(response.status);
    await expect.poll(caddy.readLog).toContain('"status":50');
    expect(caddy.readLog()).not.toMatch(/signature|ann@/);
  });

  test('Caddy sends visitors to a process without its database, and to none that shuts down', async ({
    skip,
  }) => {
    const program = provideProgram('caddy') ?? skip('There is no Caddy on this machine.');
    const { proxy, settings } = await createProxiedSettings();
    const server = await startTestServer({ ...settings, DRAIN_SECONDS: '60' });
    const { url } = await startCaddy(program, server.port);
    const readStatus = async (path: string) => (await fetch(url + path)).status;
    await expect.poll(() => readStatus('/')).toBe(200);

    proxy.cut();
    await expect.poll(() => readStatus('/readyz')).toBe(503);
    // Caddy has asked several times since the outage began, once a second.
    const asked = performance.now() + 3_500;
    const statuses = new Set<number>();
    await expect
      .poll(async () => {
        statuses.add(await readStatus('/'));
        return performance.now();
      })
      .toBeGreaterThan(asked);
    expect(statuses).toEqual(new Set([200]));

    void server.kill('SIGTERM');
    await expect.poll(() => readStatus('/')).toBe(503);
  });

  test('nginx passes on the visitor’s address, a request id and a picture of 10 MB', async ({
    skip,
  }) => {
    const program = provideProgram('nginx') ?? skip('There is no nginx on this machine.');
    const data = createTestFolder();
    const server = await startTestServer({
      DATA_DIR: data,
      SITE_URL: 'https://crew.example',
      TRUST_PROXY: '127.0.0.1',
      ADMIN_PASSWORD: adminPassword,
      ACCESS_LOG: 'true',
      METRICS_TOKEN: 'a-token-of-16-letters',
    });
    const nginx = await startNginx(program, [server.port]);
    onTestFinished(nginx.stop);
    const send = createSender(nginx.port);

    const health = await send({ path: '/healthz', headers: { 'X-Request-Id': 'mine' } });
    const id = String(health.headers['x-request-id']);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    await expect.poll(server.output).toContain(`"reqId":"${id}"`);

    const json = { 'Content-Type': 'application/json', Origin: 'https://crew.example' };
    const wrongPassword = await send({
      path: '/api/auth/admin/login',
      method: 'POST',
      headers: { ...json, 'X-Forwarded-For': '203.0.113.9' },
      body: JSON.stringify({ password: 'wrong' }),
      from: '127.0.0.2',
    });
    expect(wrongPassword.status).toBe(401);
    await expect.poll(server.output).toContain('"address":"127.0.0.2"');
    expect(server.output()).not.toContain('203.0.113.9');

    const inquiry = await send({
      path: '/api/leads',
      method: 'POST',
      headers: { ...json, 'X-Request-Id': 'mine', 'X-Forwarded-For': '203.0.113.9' },
      body: JSON.stringify(sampleLead),
    });
    expect(inquiry.status).toBe(201);
    const inquiryId = String(inquiry.headers['x-request-id']);
    expect(inquiryId).toMatch(/^[0-9a-f]{32}$/);
    await expect
      .poll(server.output)
      .toMatch(new RegExp(`"reqId":"${inquiryId}".*"route":"/api/leads"`));

    const signIn = await send({
      path: '/api/auth/admin/login',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ password: adminPassword }),
    });
    expect(signIn.status).toBe(200);
    const cookies = [signIn.headers['set-cookie'] ?? []].flat();
    const admin = {
      Origin: 'https://crew.example',
      Cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    };
    const upload = async (body: Buffer) => {
      const created = await send({ path: '/api/objects/upload', method: 'POST', headers: admin });
      const { uploadURL }: { uploadURL: string } = JSON.parse(created.body);
      const { pathname, search } = new URL(uploadURL, 'https://crew.example');
      const headers = { ...admin, 'Content-Type': 'image/jpeg' };
      return send({ path: pathname + search, method: 'PUT', headers, body });
    };
    const picture = padJpeg(await samplePicture(), 10 * 1024 ** 2);
    expect((await upload(picture)).status).toBe(200);
    const tooLarge = await upload(Buffer.alloc(11 * 1024 ** 2 + 1));
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.body).toContain('nginx');

    const metrics = await send({
      path: '/metrics',
      headers: { Authorization: 'Bearer a-token-of-16-letters' },
    });
    expect(metrics.status).toBe(404);
  });
});
