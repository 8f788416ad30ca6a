import type { Database } from '../../db/database.server';
import {
  applyOwnerSettings,
  findOverride,
  getVariable,
} from '../../foundation/environment/apply-owner-settings.server';
import {
  findSetting,
  isSecretSetting,
  listSettings,
  noOwnerSettings,
  ownerSettingNames,
  type SettingsForOwner,
} from '../../foundation/environment/contract';
import type { ServerEnvironment } from '../../foundation/environment/environment.server';
import {
  decodePlainSettings,
  decodeSettings,
  getSettingsVersion,
  isSecretStored,
  type RowWithUser,
} from '../../foundation/environment/owner-settings.server';
import {
  type SettingName,
  type SettingSection,
  settingSections,
} from '../../foundation/environment/settings-table';
import { listKeys } from '../../lib/list';
import { decodeUrlPart } from '../../lib/network/parse-url';

/** Returns the value that the environment sets; for the mail server, a part of its URL. */
function getServerValue(server: ServerEnvironment, name: SettingName): unknown {
  const variable = findOverride(server, name);
  if (variable !== 'SMTP_URL') return variable && getVariable(server, variable);
  const { hostname, port, protocol, username, password } = new URL(server.SMTP_URL ?? '');
  const values: Partial<Record<SettingName, string | number | null>> = {
    smtpHost: hostname,
    smtpPort: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    smtpUser: decodeUrlPart(username) || null,
    smtpPassword: password || null,
  };
  return values[name];
}

/** The shortest secret of which the last characters are shown. */
const minShownLength = 16;

/**
 * Returns the last characters of a key, by which the owner tells it from others; undefined for the
 * mail password, which people choose themselves.
 */
const getEnding = (name: SettingName, secret: unknown): string | undefined =>
  name !== 'smtpPassword' && typeof secret === 'string' && secret.length >= minShownLength
    ? secret.slice(-4)
    : undefined;

/** Describes all settings for the owner, without any secret. */
export async function describeSettings(
  context: { db: Database; environment: ServerEnvironment },
  rows: readonly RowWithUser[],
): Promise<SettingsForOwner> {
  const server = context.environment;
  const decoded = await decodeSettings(context, rows);
  const stored = decodePlainSettings(rows);
  const { owner } = applyOwnerSettings(server, stored);
  const defaults: Readonly<Record<string, unknown>> = {
    ...owner,
    senderName: owner.sender.name,
    senderEmail: owner.sender.address,
  };

  function describe(name: SettingName): SettingsForOwner['fields'][string] {
    const variable = findOverride(server, name) ?? null;
    const updatedAt = rows.find((row) => row.name === name)?.updatedAt ?? null;
    if (isSecretSetting(name)) {
      const isStored = isSecretStored(rows, name);
      const isSet = variable === null ? isStored : getServerValue(server, name) !== null;
      const source = variable ? 'server' : isStored ? 'owner' : 'default';
      const ending = source === 'owner' ? getEnding(name, decoded[name]) : undefined;
      return { value: null, source, variable, isSet, ...(ending && { ending }), updatedAt };
    }
    if (variable)
      return { value: getServerValue(server, name), source: 'server', variable, updatedAt };
    const isDefault = JSON.stringify(stored[name]) === JSON.stringify(noOwnerSettings[name]);
    return {
      value:
        stored[name] ??
        getVariable(server, findSetting(name)?.variable ?? '') ??
        defaults[name] ??
        null,
      source: isDefault ? 'default' : 'owner',
      variable,
      updatedAt,
    };
  }

  function describeSection(section: SettingSection): SettingsForOwner['sections'][string] {
    const names: readonly string[] = listSettings(section);
    const [latest] = rows
      .filter(({ name }) => names.includes(name))
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
    return { updatedAt: latest?.updatedAt ?? null, by: latest?.by ?? null };
  }

  return {
    version: getSettingsVersion(rows),
    fields: Object.fromEntries(ownerSettingNames.map((name) => [name, describe(name)])),
    sections: Object.fromEntries(
      listKeys(settingSections).map((section) => [section, describeSection(section)]),
    ),
    passwordVariable: server.ADMIN_PASSWORD === undefined ? null : 'ADMIN_PASSWORD',
  };
}
