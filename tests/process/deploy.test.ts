import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readEnvironment, settingNames } from '../../src/foundation/settings/environment.server';
import { databaseFileName } from '../../src/operations/backup/data-folder.server';
import { ApiClient } from '../api-client';
import { provideProgram } from '../debian-packages';
import { freePort } from '../free-port';
import { startNginx } from '../nginx';
import { padJpeg, samplePicture } from '../pictures';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sandbox = fileURLToPath(new URL('./sandbox.sh', import.meta.url));
const readDeployFile = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

const isRoot = process.getuid?.() === 0;

/** The user `node` of the official image. */
const imageUserId = 1000;

/** Variables that Node and glibc read. */
const platformVariables = ['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_'];

/** Functions and labels in queries that look like names of metrics. */
const promqlWords = new Set([
  'histogram_quantile',
  'min_over_time',
  'http_route',
  'http_request_method',
  'http_response_status_code',
]);

const adminPassword = 'correct horse battery staple';
const secret = 'k7Qm2Vx9Tz4Lr8Wp6Yn3Bd5Hc1Gf0JsA';

type Variables = Record<string, string>;

interface ComposeFile {
  services: Record<string, { environment?: Variables }>;
}

interface KubernetesObject {
  kind: string;
  data?: Variables;
  stringData?: Variables;
}

const readCompose = (): ComposeFile => parse(readDeployFile('compose.yaml'), { merge: true });

const readKubernetesObjects = (): KubernetesObject[] =>
  parseAllDocuments(readDeployFile('kubernetes/crewbridge.yaml')).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS();
  });

/** Reads the variables of a file in the format of `.env`. */
const readVariables = (text: string): Variables =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

/** Replaces `${NAME}`, `${NAME:?}` and `${NAME:-default}`, as Docker Compose does. */
const interpolate = (text: string, values: Variables): string =>
  text.replaceAll(
    /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
    (_, name: string, fallback = '') => values[name] || fallback,
  );

interface Instruction {
  name: string;
  text: string;
}

/** Reads a Dockerfile's instructions, with continued lines joined. */
const readInstructions = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return name !== undefined && text !== undefined ? [{ name, text }] : [];
    });

/** Reads the last stage, which is what runs. */
function readImage() {
  const instructions = readInstructions(readDeployFile('Dockerfile'));
  const start = instructions.findLastIndex(({ name }) => name === 'FROM');
  const stage = instructions.slice(start);
  const find = (wanted: string) => stage.find(({ name }) => name === wanted)?.text ?? '';
  const health = find('HEALTHCHECK');
  return {
    buildCommands: instructions
      .slice(0, start)
      .flatMap(({ name, text }) => (name === 'RUN' ? [text] : [])),
    user: find('USER'),
    env: Object.fromEntries(
      find('ENV')
        .split(/\s+/)
        .map((pair): [string, string] => [
          pair.slice(0, pair.indexOf('=')),
          pair.slice(pair.indexOf('=') + 1),
        ]),
    ),
    command: JSON.parse(find('CMD')) as string[],
    healthCommand: JSON.parse(health.slice(health.indexOf('['))) as string[],
  };
}

describe('Dockerfile', () => {
  test.runIf(isRoot && process.platform === 'linux')(
    'makes a site that runs as its user, on a read-only file system, and shuts down on SIGTERM',
    async () => {
      const { buildCommands, command, env, healthCommand, user } = readImage();
      expect(user).toBe('node');
      const work = temporaryFolder('disk');
      onTestFinished(work.remove);
      chmodSync(work.path, 0o755);
      const app = join(work.path, 'app');
      for (const buildCommand of buildCommands) {
        // The tests have built the site already.
        const script = buildCommand.replace('npm run build', 'true').replaceAll('/app', app);
        execFileSync('sh', ['-ec', script], {
          cwd: script.includes(app) ? root : app,
          stdio: 'pipe',
        });
      }
      for (const name of ['root', 'data']) execFileSync('mkdir', [join(work.path, name)]);
      const data = join(work.path, 'data');
      chmodSync(data, 0o700);
      chownSync(data, imageUserId, imageUserId);

      const port = await freePort();
      const variables = { ...env, PORT: String(port), ADMIN_PASSWORD: adminPassword };
      const child = spawn(
        'unshare',
        [
          ...['--mount', 'sh', sandbox, join(work.path, 'root'), app, data, process.execPath],
          ...['PATH=/opt:/usr/bin:/bin'],
          ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
          ...command,
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      const exited = once(child, 'exit');
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      const url = `http://127.0.0.1:${port}`;
      while (!output.includes('is listening on')) {
        if (child.exitCode !== null) throw new Error(output);
        await pause(50);
      }

      const [, ...healthArguments] = healthCommand;
      const checkHealth = () =>
        spawnSync(process.execPath, healthArguments, { env: { PORT: String(port) } }).status;
      expect(checkHealth()).toBe(0);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect((await fetch(url)).status).toBe(200);
      expect((await new ApiClient(url).post('/api/leads', sampleLead)).status).toBe(201);
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t1000\t1000\t/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(existsSync(join(data, 'crewbridge.db'))).toBe(true);

      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      expect(checkHealth()).toBe(1);
    },
    120_000,
  );
});

describe('settings of the deployment files', () => {
  const unitVariables = readdirSync(join(root, 'deploy/systemd'))
    .map((name) => readDeployFile(`systemd/${name}`))
    .flatMap((unit) => [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name));

  test.each([
    ['Dockerfile', Object.keys(readImage().env)],
    ['compose.yaml', Object.keys(readCompose().services['app-1']?.environment ?? {})],
    [
      'kubernetes/crewbridge.yaml',
      readKubernetesObjects().flatMap(({ data, stringData }) =>
        Object.keys({ ...data, ...stringData }),
      ),
    ],
    ['systemd', unitVariables],
  ])('%s names only settings that exist', (_, names) => {
    expect(names.length).toBeGreaterThan(0);
    const known: (string | undefined)[] = [...settingNames, ...platformVariables];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('of compose.yaml are accepted once example.env is filled in', () => {
    const example = readVariables(readDeployFile('example.env'));
    const values = {
      ...example,
      POSTGRES_PASSWORD: secret,
      STORE_SECRET: secret,
      SECRET_KEY: secret,
      ADMIN_PASSWORD: adminPassword,
    };
    const variables = Object.entries(readCompose().services['app-2']?.environment ?? {});
    const environment = Object.fromEntries(
      variables.map(([name, text]) => [name, interpolate(text, values)]),
    );
    expect(readEnvironment(environment)).toMatchObject({
      SITE_URL: 'https://crew.example',
      S3_SECRET_ACCESS_KEY: secret,
      METRICS_PORT: 9464,
    });
  });

  test('of Kubernetes are accepted once the secrets are replaced, and not before', () => {
    const read = (value: string) => {
      const variables: Variables = {};
      for (const { data, stringData } of readKubernetesObjects()) {
        Object.assign(variables, data, stringData);
      }
      const entries = Object.entries(variables);
      return readEnvironment(
        Object.fromEntries(
          entries.map(([name, text]) => [name, text.replace('replace-me', value)]),
        ),
      );
    };
    expect(read(secret)).toMatchObject({ SITE_URL: 'https://crew.example' });
    expect(() => read('replace-me')).toThrow('SECRET_KEY');
  });

  test('example.env has exactly the variables of compose.yaml', () => {
    const used = readDeployFile('compose.yaml').matchAll(/\$\{(\w+)/g);
    const names = new Set([...used].map(([, name]) => name));
    expect(Object.keys(readVariables(readDeployFile('example.env'))).sort()).toEqual(
      [...names].sort(),
    );
  });
});

describe('systemd units', () => {
  test('pass systemd-analyze verify', (context) => {
    const analyze = provideProgram('systemd-analyze', 'systemd');
    if (!analyze) return context.skip('There is no systemd on this machine.');
    const folder = temporaryFolder('disk');
    onTestFinished(folder.remove);
    const units = readdirSync(join(root, 'deploy/systemd')).map((name) => {
      const path = join(folder.path, name);
      const unit = readDeployFile(`systemd/${name}`);
      // Node may be elsewhere on this machine.
      writeFileSync(path, unit.replaceAll('/usr/bin/node', process.execPath));
      return path;
    });
    const { status, stderr } = spawnSync(analyze, ['verify', ...units], { encoding: 'utf8' });
    const ours = stderr.split('\n').filter((line) => line.includes(basename(folder.path)));
    expect(ours).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('proxies', () => {
  test('Caddy accepts the Caddyfile', (context) => {
    const caddy = provideProgram('caddy');
    if (!caddy) return context.skip('There is no Caddy on this machine.');
    const home = temporaryFolder('disk');
    onTestFinished(home.remove);
    const file = join(root, 'deploy/caddy/Caddyfile');
    const { status, stderr } = spawnSync(
      caddy,
      ['validate', '--adapter', 'caddyfile', '--config', file],
      {
        env: {
          HOME: home.path,
          SITE_HOST: 'localhost',
          UPSTREAMS: '127.0.0.1:3000 127.0.0.1:3001',
        },
        encoding: 'utf8',
      },
    );
    expect(status, stderr).toBe(0);
  });

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
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      return {
        status: response.statusCode,
        headers: response.headers,
        body: await text(response),
      };
    };

  test('nginx passes on the visitor’s address, a request id and a picture of 10 MB', async (context) => {
    const program = provideProgram('nginx');
    if (!program) return context.skip('There is no nginx on this machine.');
    const data = temporaryFolder();
    onTestFinished(data.remove);
    const server = await startServer({
      DATA_DIR: data.path,
      SITE_URL: 'https://crew.example',
      TRUST_PROXY: '127.0.0.1',
      ADMIN_PASSWORD: adminPassword,
      ACCESS_LOG: 'true',
      METRICS_TOKEN: 'a token of at least 16',
    });
    onTestFinished(async () => {
      await server.kill();
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
      headers: { Authorization: 'Bearer a token of at least 16' },
    });
    expect(metrics.status).toBe(404);
  });
});

describe('monitoring', () => {
  interface AlertRule {
    alert: string;
    expr: string;
  }
  const alerts: { groups: { rules: AlertRule[] }[] } = parse(
    readDeployFile('monitoring/alerts.yml'),
  );
  const rules = alerts.groups.flatMap((group) => group.rules);
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    readDeployFile('monitoring/grafana-dashboard.json'),
  );

  test('has a paragraph for each alert', () => {
    const sections = readDeployFile('monitoring/README.md').split(/^### /m).slice(1);
    const described = sections.map((section) => section.split('\n', 1)[0]);
    expect(described).toEqual(rules.map(({ alert }) => alert));
    for (const section of sections) expect(section.length).toBeGreaterThan(150);
  });

  test('asks only for metrics that exist', async () => {
    const data = temporaryFolder();
    onTestFinished(data.remove);
    const token = 'a token of at least 16';
    const server = await startServer({ DATA_DIR: data.path, METRICS_TOKEN: token });
    onTestFinished(async () => {
      await server.kill();
    });
    const response = await fetch(`${server.url}/metrics`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const names = [...(await response.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    // SQLite has no pool.
    const known: (string | undefined)[] = [...names, 'crewbridge_database_connections'];
    const queries = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const used = queries.flatMap((query) => query.match(/\b[a-z]+_[a-z0-9_]+(?=[{[)\s]|$)/g) ?? []);
    const metrics = new Set(used.filter((name) => !promqlWords.has(name)));
    expect(metrics.size).toBeGreaterThan(10);
    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    expect([...metrics].filter((name) => !known.includes(base(name)))).toEqual([]);
  });

  test('prometheus.yml names the file of the alerts', () => {
    const config: { rule_files: string[] } = parse(readDeployFile('monitoring/prometheus.yml'));
    expect(config.rule_files).toEqual(['alerts.yml']);
  });
});

test('the configuration of Litestream names the database file', () => {
  const config: { dbs: { path: string }[] } = parse(readDeployFile('litestream/litestream.yml'));
  expect(config.dbs.map(({ path }) => path)).toEqual([`/var/lib/crewbridge/${databaseFileName}`]);
});
