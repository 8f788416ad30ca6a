import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EnvironmentError, readEnvironment } from './environment.server';
import { variableNames } from './environment-variables.server';

/** Lists the problems that `readEnvironment` reports, one per line. */
function listProblems(source: Record<string, string>): string[] {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('readEnvironment', () => {
  test('returns working defaults when nothing is set', () => {
    expect(readEnvironment({})).toMatchObject({
      HOST: 'localhost',
      PORT: 3000,
      SITE_NAME: 'Crewbridge',
      SITE_URL: 'http://localhost:3000',
      SUPPORT_EMAIL: 'hello@localhost',
      DEMO_CONTENT: true,
    });
  });

  test('treats an empty or blank variable as not set', () => {
    expect(readEnvironment({ PORT: '', SMTP_URL: '  ', ADMIN_PASSWORD: '' })).toMatchObject({
      PORT: 3000,
    });
  });

  test('drops the line breaks around ADMIN_PASSWORD, and keeps its spaces', () => {
    expect(readEnvironment({ ADMIN_PASSWORD: '\n desk lamp \r\n' }).ADMIN_PASSWORD).toBe(
      ' desk lamp ',
    );
  });

  test('derives SUPPORT_EMAIL from SITE_URL and drops the trailing slash of SITE_URL', () => {
    expect(readEnvironment({ SITE_URL: 'https://crew.example/' })).toMatchObject({
      SITE_URL: 'https://crew.example',
      SUPPORT_EMAIL: 'hello@crew.example',
    });
    expect(readEnvironment({ SITE_URL: 'http://192.0.2.1:8080' }).SUPPORT_EMAIL).toBe(
      'hello@localhost',
    );
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['SITE_URL', 'crew.example'],
    ['SITE_URL', 'https://crew.example/path'],
    ['SITE_URL', 'ftp://crew.example'],
    ['SUPPORT_EMAIL', 'hello'],
    ['DEMO_CONTENT', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,nonsense'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,::/0'],
    ['MIGRATION_DATABASE_URL', 'mysql://db/site'],
    ['MIGRATION_DATABASE_URL', 'postgres://db/site'],
    ['DATABASE_REPLICA_URL', 'postgres://db/site'],
    ['DATABASE_PREPARE', 'sometimes'],
    ['ALLOW_PLAINTEXT', 'all'],
    ['ALLOW_PLAINTEXT', 'smtp,'],
    ['SCHEDULING_URL', 'javascript:alert(1)'],
    ['SCHEDULING_URL', 'https://calendly.com;/x'],
    ['SITE_URL', 'https://*/'],
    ['STRIPE_API_BASE', 'https://stripe.example,other.example'],
    ['S3_ENDPOINT', "https://'self'"],
    ['CDN_PURGE_URL', 'https://cdn.example;x/purge'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://*:4318'],
    ['SMTP_URL', 'smtp://mail.example;x'],
    ['DATABASE_URL', 'postgres://db;x/site'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:mail.example'],
    ['NOTIFY_EMAIL', 'a@b'],
    ['STRIPE_API_BASE', 'localhost:1'],
    ['GA_MEASUREMENT_ID', 'UA-1'],
    ['META_PIXEL_ID', 'abc'],
    ['GTM_CONTAINER_ID', 'G-1'],
    ['SITE_NAME', 'x'.repeat(61)],
    ['SITE_NAME', 'Crew\nbridge'],
    ['LOG_LEVEL', 'verbose'],
    ['ACCESS_LOG', 'yes'],
    ['SLOW_QUERY_MS', '0'],
    ['DRAIN_SECONDS', '301'],
    ['DATABASE_URL', 'postgres://one:5432,two:x/site'],
    ['DATABASE_CONNECTIONS', '1'],
    ['DATABASE_IDLE_POLL_SECONDS', '1'],
    ['DATABASE_CONNECT_TIMEOUT_MS', '5'],
    ['BACKUP_HOURS', '0'],
    ['BACKUP_PASSPHRASE', 'too short'],
    ['BACKUP_KEEP', 'all'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
    ['METRICS_PORT', 'x'],
    ['METRICS_TOKEN', 'too short'],
    ['METRICS_TOKEN', 'sixteen\ncharacters'],
  ])('rejects %s=%s with one line that names the variable', (name, value) => {
    const lines = listProblems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: \\S`));
  });

  test.each([
    ['SCHEDULING_URL', 'https://mü.example./call?hide=1'],
    ['SITE_URL', 'http://192.0.2.1:8080'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel_collector:4318'],
    ['SMTP_URL', 'smtp://rosa:pass@[2001:db8::1]:587'],
    ['DATABASE_URL', 'postgres://one,two:5433/site'],
    ['DATABASE_URL', 'postgres://%2Fvar%2Frun%2Fpostgresql/site'],
    ['DATABASE_URL', 'postgres:///site?host=/var/run/postgresql'],
  ])('accepts %s=%s', (name, value) => {
    expect(listProblems({ [name]: value })).toEqual([]);
  });

  test.each(['production', 'development', 'Production', 'staging', ''])(
    'rejects a short ADMIN_PASSWORD on a public SITE_URL alone (NODE_ENV=%j)',
    (NODE_ENV) => {
      vi.stubEnv('NODE_ENV', NODE_ENV);
      onTestFinished(() => void vi.unstubAllEnvs());
      const settings = { ADMIN_PASSWORD: 'crewbridge', NODE_ENV };
      expect(listProblems({ ...settings, SITE_URL: 'https://crew.example' })).toEqual([
        'ADMIN_PASSWORD: must have at least 15 characters on a public site',
      ]);
      expect(listProblems(settings)).toEqual([]);
    },
  );

  describe('Stripe variables', () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };

    test.each(Object.keys(stripe))('are rejected without %s', (missing) => {
      const { [missing]: _, ...rest } = stripe as Record<string, string>;
      expect(listProblems(rest)).toEqual([
        `${missing}: must be set, too (${Object.keys(stripe).join(', ')} go together)`,
      ]);
    });
  });

  test('rejects the variables of a bucket unless all are set', () => {
    const lines = listProblems({ S3_BUCKET: 'pictures' });
    expect(lines.map((line) => line.split(' (')[0]).sort()).toEqual([
      'S3_ACCESS_KEY_ID: must be set, too',
      'S3_ENDPOINT: must be set, too',
      'S3_REGION: must be set, too',
      'S3_SECRET_ACCESS_KEY: must be set, too',
    ]);
  });

  test('accepts addresses and networks of IPv4 and IPv6 in TRUST_PROXY', () => {
    expect(readEnvironment({ TRUST_PROXY: '10.0.0.0/8, ::1,2001:db8::/32' }).TRUST_PROXY).toEqual([
      '10.0.0.0/8',
      '::1',
      '2001:db8::/32',
    ]);
  });
});

describe('README.md', () => {
  test('describes each variable once, in the tables of the settings', () => {
    const settings = readFileSync('README.md', 'utf8').match(/^## Settings$.*?^## /ms)?.[0];
    const rows = [...(settings ?? '').matchAll(/^\| (`[A-Z][^|]*) \|/gm)];
    const described = rows.flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    expect(described.sort()).toEqual([...variableNames].sort());
  });
});
