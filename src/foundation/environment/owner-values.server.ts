import { defaultLocale } from '../../lib/region';
import { type OwnerSettings, ownerSettingNames } from './contract';
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
export interface OwnerValues extends ResolvedSettings {
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
