import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { listDatabaseUrls } from '../../db/postgres/postgres-hosts.server';
import { listKeys } from '../../lib/list';
import { decodeUrlPart, hasValidHost, parseUrl } from '../../lib/network/parse-url';
import { z } from '../../lib/schema';
import { httpUrl, nonEmptyText } from './setting-rules';
import {
  type SettingName,
  type SettingRow,
  type SettingsTable,
  settingsTable,
} from './settings-table';

const port = z.pipe(
  z.transform((value: unknown) => (/^\d{1,5}$/.test(String(value)) ? Number(value) : value)),
  z.int({ error: 'must be a port number, 0 to 65535' }).check(z.minimum(0), z.maximum(65535)),
);

/** A whole number of a unit. */
const wholeNumber = (unit: string, min: number, max: number) =>
  z.pipe(
    z.transform((value: unknown) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : value)),
    z
      .int({ error: `must be a whole number of ${unit}, ${min} to ${max}` })
      .check(z.minimum(min), z.maximum(max)),
  );

const booleanFlag = z.pipe(
  z.enum(['true', 'false'], { error: 'must be true or false' }),
  z.transform((value) => value === 'true'),
);

/** Empty, or a path, for a Unix domain socket. */
const isDatabaseHost = (url: URL) => /^(%2F|$)/i.test(url.hostname) || hasValidHost(url);

const postgresUrl = nonEmptyText.check(
  z.refine(
    (value) =>
      listDatabaseUrls(value).every((text) => {
        const url = parseUrl(text);
        return url !== null && /^postgres(ql)?:$/.test(url.protocol) && isDatabaseHost(url);
      }),
    'must be a postgres:// address with a valid host',
  ),
);

const origin = z.pipe(
  httpUrl.check(
    z.refine((value) => {
      if (!URL.canParse(value)) return true;
      const { pathname, search, hash, username } = new URL(value);
      return pathname === '/' && search === '' && hash === '' && username === '';
    }, 'must be an origin: scheme, host and port, without a path'),
  ),
  z.transform((value) => new URL(value).origin),
);

/** `isIP` as well, because ipaddr.js by itself accepts shortened addresses such as `10.1`. */
const isNetwork = (entry: string): boolean =>
  isIP(entry.split('/')[0] ?? '') !== 0 && (!entry.includes('/') || ipaddr.isValidCIDR(entry));

const commaSeparated = z.pipe(
  nonEmptyText,
  z.transform((value) => value.split(',').map((entry) => entry.trim())),
);

const networks = z.pipe(
  commaSeparated,
  z
    .array(z.string())
    .check(
      z.refine(
        (entries) => entries.every(isNetwork),
        'must be addresses or networks (10.0.0.0/8), separated by commas; "true" and hop counts are refused',
      ),
    ),
);

/** Proxies whose forwarded headers are trusted. Everybody's would let visitors choose their address. */
const proxies = networks.check(
  z.refine(
    (entries) => entries.every((entry) => !/\/0+$/.test(entry)),
    'must not contain every address, because visitors could then claim any address',
  ),
);

/** A secret that is sent or compared in a header. */
const headerToken = nonEmptyText.check(
  z.regex(/^[\x20-\x7e]*$/, 'must be one line of ASCII characters'),
);

/** Headers as OpenTelemetry writes them: `name=value`, separated by commas, with URL encoding. */
const headerList = z.pipe(
  nonEmptyText.check(
    z.regex(
      /^[\w-]+=[\x21-\x2b\x2d-\x7e]+(\s*,\s*[\w-]+=[\x21-\x2b\x2d-\x7e]+)*$/,
      'must be name=value, several separated by commas',
    ),
  ),
  z.transform((list) =>
    Object.fromEntries(
      list.split(',').map((entry) => {
        const [name = '', ...value] = entry.trim().split('=');
        return [name, decodeUrlPart(value.join('='))];
      }),
    ),
  ),
);

/** Services that may be reached without TLS in another network. */
const services = z.pipe(
  commaSeparated,
  z.array(
    z.enum(['smtp', 'postgres'], {
      error: 'must be smtp or postgres, or both, separated by a comma',
    }),
  ),
);

type RowWithVariable = Extract<SettingsTable[SettingName], { variableSchema: unknown }>;

type SettingVariables = { [Row in RowWithVariable as Row['variable']]: Row['variableSchema'] };

/** The variables that override settings of the owner. */
const settingVariables = Object.fromEntries(
  Object.values<SettingRow>(settingsTable).flatMap(({ variable, variableSchema }) =>
    variable && variableSchema ? [[variable, variableSchema]] : [],
  ),
  // The rows of the table, by their variables.
) as unknown as SettingVariables;

/** The variables that the site reads, with their defaults. README.md describes each. */
export const variables = z.object({
  ...settingVariables,
  HOST: z._default(nonEmptyText, 'localhost'),
  PORT: z._default(port, 3000),
  DATA_DIR: z._default(nonEmptyText, './data'),
  DATABASE_URL: z.optional(postgresUrl),
  MIGRATION_DATABASE_URL: z.optional(postgresUrl),
  DATABASE_REPLICA_URL: z.optional(postgresUrl),
  DATABASE_CONNECTIONS: z._default(wholeNumber('connections', 2, 500), 10),
  DATABASE_CONNECT_TIMEOUT_MS: z._default(wholeNumber('milliseconds', 100, 60_000), 1_500),
  DATABASE_IDLE_POLL_SECONDS: z._default(wholeNumber('seconds', 60, 86_400), 0),
  DATABASE_PREPARE: z._default(
    z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' }),
    'auto',
  ),
  ADMIN_PASSWORD: z.optional(
    z.string().check(
      // A file of a secret often ends with a line break, which nobody can type. Spaces stay: they may
      // be meant.
      z.overwrite((value) => value.replace(/^[\r\n]+|[\r\n]+$/g, '')),
      z.minLength(1, 'must not be empty'),
      z.maxLength(200, 'must have at most 200 characters'),
    ),
  ),
  SITE_URL: z.optional(origin),
  DEMO_CONTENT: z._default(booleanFlag, true),
  TRUST_PROXY: z.optional(proxies),
  PRIVATE_ADDRESSES: z.optional(networks),
  ALLOW_PLAINTEXT: z.optional(services),
  SECRET_KEY: z.optional(nonEmptyText.check(z.minLength(32, 'must have at least 32 characters'))),
  STRIPE_API_BASE: z.optional(origin),
  CALENDLY_WEBHOOK_SECRET: z.optional(nonEmptyText),
  CAL_WEBHOOK_SECRET: z.optional(nonEmptyText),
  S3_ENDPOINT: z.optional(httpUrl),
  S3_REGION: z.optional(headerToken),
  S3_BUCKET: z.optional(nonEmptyText),
  S3_ACCESS_KEY_ID: z.optional(headerToken),
  S3_SECRET_ACCESS_KEY: z.optional(nonEmptyText),
  BACKUP_DIR: z.optional(nonEmptyText),
  BACKUP_PASSPHRASE: z.optional(
    nonEmptyText.check(z.minLength(15, 'must have at least 15 characters')),
  ),
  BACKUP_HOURS: z._default(wholeNumber('hours', 1, 720), 24),
  BACKUP_KEEP: z._default(wholeNumber('backups', 1, 1_000), 14),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    'info',
  ),
  SLOW_QUERY_MS: z.optional(wholeNumber('milliseconds', 1, 999_999)),
  DRAIN_SECONDS: z._default(wholeNumber('seconds', 0, 300), 0),
  ACCESS_LOG: z._default(booleanFlag, false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(headerList, {}),
  OTEL_SERVICE_NAME: z._default(nonEmptyText, 'crewbridge'),
  CDN_PURGE_URL: z.optional(httpUrl),
  CDN_PURGE_TOKEN: z.optional(headerToken),
  METRICS_PORT: z.optional(port),
  METRICS_TOKEN: z.optional(headerToken.check(z.minLength(16, 'must have at least 16 characters'))),
});

export type Variables = z.output<typeof variables>;

export const variableNames = listKeys(variables.shape);

/** Groups of variables that must be set together or not at all. */
export const variableGroups = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['CDN_PURGE_URL', 'CDN_PURGE_TOKEN'],
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const satisfies readonly (readonly (keyof Variables)[])[];
