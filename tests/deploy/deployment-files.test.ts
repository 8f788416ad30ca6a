import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { databaseFileName } from '../../src/db/database.server';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { variableNames } from '../../src/foundation/environment/environment-variables.server';
import { adminPassword } from '../support/api-client';
import { provideProgram } from '../support/debian-packages';
import { projectRoot } from '../support/operate';
import { createTestFolder, startTestServer } from '../support/test-resources';
import { readDeployFile, readImage } from './deploy-files';

/** Variables that Node and glibc read. */
const platformVariables = ['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_', 'MALLOC_ARENA_MAX'];

/** Functions and labels in queries that look like names of metrics. */
const promqlWords = new Set([
  'histogram_quantile',
  'min_over_time',
  'http_route',
  'http_request_method',
  'http_response_status_code',
]);

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

describe('settings of the deployment files', () => {
  const unitVariables = readdirSync(join(projectRoot, 'deploy/systemd'))
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
    const known: (string | undefined)[] = [...variableNames, ...platformVariables];
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
    const variables: Variables = {};
    for (const { data, stringData } of readKubernetesObjects()) {
      Object.assign(variables, data, stringData);
    }
    const read = (value: string) =>
      readEnvironment(
        Object.fromEntries(
          Object.entries(variables).map(([name, text]) => [
            name,
            text.replace('replace-me', value),
          ]),
        ),
      );
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
  test('pass systemd-analyze verify', ({ skip }) => {
    const analyze =
      provideProgram('systemd-analyze', 'systemd') ?? skip('There is no systemd on this machine.');
    const folder = createTestFolder('disk');
    const units = readdirSync(join(projectRoot, 'deploy/systemd')).map((name) => {
      const path = join(folder, name);
      const unit = readDeployFile(`systemd/${name}`);
      // Node may be elsewhere on this machine.
      writeFileSync(path, unit.replaceAll('/usr/bin/node', process.execPath));
      return path;
    });
    const { status, stderr } = spawnSync(analyze, ['verify', ...units], { encoding: 'utf8' });
    const ours = stderr.split('\n').filter((line) => line.includes(basename(folder)));
    expect(ours).toEqual([]);
    expect(status).toBe(0);
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

  test('documents each alert', () => {
    const sections = readDeployFile('monitoring/README.md').split(/^### /m).slice(1);
    const described = sections.map((section) => section.split('\n', 1)[0]);
    expect(described).toEqual(rules.map(({ alert }) => alert));
    for (const section of sections) expect(section.length).toBeGreaterThan(150);
  });

  test('queries only metrics that exist', async () => {
    const data = createTestFolder();
    const token = 'a-token-of-16-letters';
    const server = await startTestServer({
      DATA_DIR: data,
      METRICS_TOKEN: token,
      BACKUP_DIR: join(data, 'backups'),
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
