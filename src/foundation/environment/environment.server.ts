import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { collectFieldMessages } from '../../lib/errors';
import { isLocalHost, stripBrackets } from '../../lib/network/local-network.server';
import { findPasswordWeakness } from '../../lib/password-strength';
import { defaultLocale } from '../../lib/region';
import { noOwnerSettings, type OwnerSettings, ownerSettingNames } from './contract';
import { type Variables, variableGroups, variables } from './environment-variables.server';
import {
  type SettingName,
  type SettingRow,
  type SettingsTable,
  settingsTable,
} from './settings-table';

/** The settings without a variable. Those with a default are never null. */
type ResolvedSettings = {
  readonly [Name in SettingName as SettingsTable[Name] extends { variable: string }
    ? never
    : Name]: SettingsTable[Name] extends { default: unknown }
    ? NonNullable<OwnerSettings[Name]>
    : OwnerSettings[Name];
};

/** The owner's settings that have no environment variable, with their defaults. */
interface OwnerValues extends ResolvedSettings {
  /** Prefix of an amount in dollars, such as "US$". Without it, "$". */
  currencySign?: string;
  /** Whether the owner chose the name. */
  hasBusinessName: boolean;
  /** Whether the owner chose the address that visitors see. */
  hasSupportEmail: boolean;
  /** The sender of emails. */
  sender: { name: string; address: string };
  /** Whether visitors are reminded of their calls. */
  reminders: { day: boolean; hour: boolean };
}

/**
 * Returns what a locale writes before an amount in dollars: "$", "US$" or "USD ". Undefined for the
 * default locale, where `Intl.NumberFormat` would delay each start by 20 ms.
 */
function getCurrencySign(locale: string): string | undefined {
  if (locale === defaultLocale) return undefined;
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).formatToParts(
    1,
  );
  const signParts = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  );
  return signParts.map(({ value }) => value).join('');
}

function resolveSettings(settings: OwnerSettings): ResolvedSettings {
  const resolved = ownerSettingNames.flatMap((name) => {
    const row: SettingRow = settingsTable[name];
    return row.variable ? [] : [[name, settings[name] ?? row.default ?? null]];
  });
  // The type is derived from the same table.
  return Object.fromEntries(resolved) as ResolvedSettings;
}

/** @param site the name and the address that emails come from by default */
export function getOwnerValues(
  settings: OwnerSettings,
  site: { SITE_NAME: string; SUPPORT_EMAIL: string },
): OwnerValues {
  const resolved = resolveSettings(settings);
  return {
    ...resolved,
    currencySign: getCurrencySign(resolved.locale),
    hasBusinessName: settings.businessName !== null,
    hasSupportEmail: settings.supportEmail !== null,
    sender: {
      name: resolved.senderName ?? site.SITE_NAME,
      address: resolved.senderEmail ?? site.SUPPORT_EMAIL,
    },
    reminders: { day: resolved.remindDayBefore, hour: resolved.remindHourBefore },
  };
}

/** The validated environment, with defaults for values that depend on other variables. */
export interface ServerEnvironment extends Variables {
  SITE_URL: string;
  SUPPORT_EMAIL: string;
  /** The variables that are set. They override the owner's settings. */
  configured: ReadonlySet<string>;
}

/**
 * The settings in effect: the environment's variables, then the owner's settings, then defaults. In
 * the running server they change when the owner saves, so read them where they are used.
 */
export interface Environment extends ServerEnvironment {
  /** The owner's settings that have no variable. */
  owner: OwnerValues;
}

/** Thrown when the environment is invalid. The message has one line per variable. */
export class EnvironmentError extends Error {}

function findIncompleteGroups(values: Variables): string[] {
  return variableGroups.flatMap((group) => {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    return missing.map((name) => `${name}: must be set, too (${group.join(', ')} go together)`);
  });
}

/** Finds variables that have no effect without another one. */
function findUnusedSettings(values: Variables): string[] {
  if (values.DATABASE_URL !== undefined) return [];
  return (['MIGRATION_DATABASE_URL', 'DATABASE_REPLICA_URL'] as const)
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name}: is used only with DATABASE_URL, which is not set`);
}

function getEmailDomain(siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  return isIP(stripBrackets(hostname)) === 0 ? hostname : 'localhost';
}

/** Reads the process's environment. @throws EnvironmentError with a line per invalid variable */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const nonBlank = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = variables.safeParse(nonBlank);
  const lines = parsed.success
    ? [...findIncompleteGroups(parsed.data), ...findUnusedSettings(parsed.data)]
    : Object.entries(collectFieldMessages(parsed.error.issues)).map(
        ([name, problem]) => `${name}: ${problem}`,
      );
  if (!parsed.success || lines.length > 0) throw new EnvironmentError(lines.join('\n'));

  const values = parsed.data;
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`;
  const weakness = findPasswordWeakness(values.ADMIN_PASSWORD ?? '', [
    values.SITE_NAME,
    new URL(siteUrl).hostname,
  ]);
  // Independent of NODE_ENV: attackers guess passwords on every site that they can reach.
  const isPublic = !isLocalHost(new URL(siteUrl).hostname);
  if (isPublic && values.ADMIN_PASSWORD !== undefined && weakness) {
    throw new EnvironmentError(`ADMIN_PASSWORD: ${weakness}`);
  }
  const environment = {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    ...(values.BACKUP_DIR !== undefined && { BACKUP_DIR: resolve(values.BACKUP_DIR) }),
    SITE_URL: siteUrl,
    SUPPORT_EMAIL: values.SUPPORT_EMAIL ?? `hello@${getEmailDomain(siteUrl)}`,
    configured: new Set(Object.keys(nonBlank)),
  };
  return { ...environment, owner: getOwnerValues(noOwnerSettings, environment) };
}
