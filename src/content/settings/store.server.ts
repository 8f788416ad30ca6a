import type { FastifyRequest } from 'fastify';
import { bumpContentVersion, lockContentVersion } from '../../db/content-version.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import type { RestoreInput } from '../../foundation/audit/contract';
import '../../foundation/auth/require-admin.server';
import { requireStoredVersion, writeAudit } from '../../foundation/audit/store.server';
import { recordSecurityEvent } from '../../foundation/auth/security-event-store.server';
import { findOverride } from '../../foundation/environment/apply-owner-settings.server';
import {
  findSetting,
  isSecretSetting,
  listSettings,
  noOwnerSettings,
  ownerSettingNames,
  type SettingsForOwner,
  type SettingsPatch,
  settingsPatch,
  smtpTarget,
} from '../../foundation/environment/contract';
import type { EncryptionContext } from '../../foundation/environment/encryption.server';
import type { ServerEnvironment } from '../../foundation/environment/environment.server';
import {
  blockPrefix,
  createNextVersion,
  decodePlainSettings,
  encodeSetting,
  getSettingsVersion,
  isSecretStored,
  type OwnerSettingRow,
  type RowWithUser,
  selectSettingsWithUser,
  writeSettingRow,
} from '../../foundation/environment/owner-settings.server';
import {
  type SettingName,
  type SettingSection,
  settingSections,
} from '../../foundation/environment/settings-table';
import { AppError, collectFieldMessages, createFormError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { defaultTimeZone } from '../../lib/region';
import { z } from '../../lib/schema';
import { describeSettings } from './describe-settings.server';

/** The kind of the settings' entries in the audit log. The item's id is the section. */
export const settingsAuditSubject = 'settings';

/** Returns whether an attacker could redirect emails or money with a setting. */
const isSensitive = (name: string): boolean =>
  isSecretSetting(name) || findSetting(name)?.isSensitive === true;

const sectionNames = listKeys(settingSections);

/**
 * Returns a section as the history shows it. For a secret, only whether it was set and whether it
 * was replaced.
 */
function toSectionState(
  section: SettingSection,
  rows: readonly OwnerSettingRow[],
  replaced: readonly SettingName[] = [],
): Record<string, unknown> {
  const settings = decodePlainSettings(rows);
  const toState = (name: SettingName) => {
    if (!isSecretSetting(name)) return settings[name];
    if (!isSecretStored(rows, name)) return null;
    return replaced.includes(name) ? 'changed' : 'set';
  };
  return Object.fromEntries(listSettings(section).map((name) => [name, toState(name)]));
}

const selectRows = (db: Database): Promise<RowWithUser[]> =>
  selectSettingsWithUser(db).where('name', 'not like', `${blockPrefix}%`).execute();

/** @throws AppError conflict naming the settings that the environment sets */
function requireNotOverridden(server: ServerEnvironment, names: readonly SettingName[]): void {
  const fields = Object.fromEntries(
    names.flatMap((name) => {
      const variable = findOverride(server, name);
      return variable
        ? [[name, `Only the person who runs your server can change this (${variable}).`]]
        : [];
    }),
  );
  if (Object.keys(fields).length > 0) {
    throw new AppError('conflict', 'Some of these settings are set by the server.', { fields });
  }
}

/**
 * Returns whether a change would send the stored mail password to another server or account, where
 * a stolen session could read it.
 */
function redirectsPassword(
  rows: readonly OwnerSettingRow[],
  input: Readonly<Record<string, unknown>>,
): boolean {
  const stored = decodePlainSettings(rows);
  return (
    isSecretStored(rows, 'smtpPassword') &&
    smtpTarget.some((name) => name in input && input[name] !== stored[name])
  );
}

/** Encodes the values that are sent. Outside of the transaction: encrypting may read the key from the database. */
const encodeSettings = async (context: EncryptionContext, input: SettingsPatch) =>
  new Map(
    await Promise.all(
      ownerSettingNames
        .filter((name) => input[name] !== undefined)
        .map(async (name) => [name, await encodeSetting(context, name, input[name])] as const),
    ),
  );

/** Functions of other features that run in the transaction that changes a setting. */
export interface SettingsHooks {
  onTimeZoneChange: (transaction: DatabaseTransaction, timeZone: string) => Promise<void>;
}

interface SettingsChange {
  hooks: SettingsHooks;
  /** The rows before the change. */
  rows: readonly OwnerSettingRow[];
  encoded: ReadonlyMap<SettingName, string>;
  action: 'changed' | 'restored';
  request: FastifyRequest;
}

/** Writes the values that differ, and the history of their sections. */
async function writeSettings(
  transaction: DatabaseTransaction,
  { hooks, rows, encoded, action, request }: SettingsChange,
): Promise<void> {
  const { userId } = request;
  const findValue = (name: SettingName) =>
    rows.find((row) => row.name === name)?.value ?? JSON.stringify(noOwnerSettings[name]);
  const changed = [...encoded].filter(([name, value]) => value !== findValue(name));
  if (changed.length === 0) return;
  await bumpContentVersion(transaction);
  const updatedAt = createNextVersion(rows);
  for (const [name, value] of changed) {
    await writeSettingRow(transaction, { name, value, updatedAt, userId });
  }
  const changedNames = changed.map(([name]) => name);
  if (changedNames.some(isSensitive)) {
    const detail = changedNames.join(', ');
    await recordSecurityEvent(transaction, { kind: 'settings-changed', detail, request });
  }
  const after = await selectRows(transaction);
  if (changedNames.includes('timeZone')) {
    const { timeZone } = decodePlainSettings(after);
    await hooks.onTimeZoneChange(transaction, timeZone ?? defaultTimeZone);
  }
  await writeAudit(
    transaction,
    sectionNames
      .filter((section) => listSettings(section).some((name) => changedNames.includes(name)))
      .map((section) => ({
        subject: settingsAuditSubject,
        itemId: section,
        action,
        at: updatedAt,
        userId,
        before: toSectionState(section, rows),
        after: toSectionState(section, after, changedNames),
      })),
  );
}

/** Reads and changes the owner's settings. Every change is recorded in the history of its section. */
export function createSettingsStore(db: Database, server: ServerEnvironment, hooks: SettingsHooks) {
  const context = { db, environment: server };
  const read = async () => describeSettings(context, await selectRows(db));
  return {
    read,

    /**
     * Changes only the settings that are sent.
     * @param isExpected whether the change was made from the given version
     * @throws AppError changed; conflict for a setting that the environment sets; invalid
     */
    async update(
      input: SettingsPatch,
      request: FastifyRequest,
      isExpected: (version: string) => boolean,
    ): Promise<SettingsForOwner> {
      const encoded = await encodeSettings(context, input);
      await runInTransaction(db, async (transaction) => {
        // First, because its row lock serializes the writers.
        await lockContentVersion(transaction);
        const rows = await selectRows(transaction);
        if (!isExpected(getSettingsVersion(rows))) {
          throw new AppError('changed', 'Someone else changed the settings in the meantime.');
        }
        requireNotOverridden(server, [...encoded.keys()]);
        if (input.smtpPassword === undefined && redirectsPassword(rows, input)) {
          throw createFormError({
            smtpPassword: 'Type the mail password again: the server or the user name has changed.',
          });
        }
        await writeSettings(transaction, { hooks, rows, encoded, action: 'changed', request });
      });
      return read();
    },

    /**
     * Restores a section as it was before or after an entry of its history. Secrets are not in the
     * history, so they stay; the mail password is removed if it would go to another server.
     * @throws AppError not_found; conflict when the version is not valid any more
     */
    async restore(
      section: SettingSection,
      input: RestoreInput,
      request: FastifyRequest,
    ): Promise<SettingsForOwner> {
      await runInTransaction(db, async (transaction) => {
        await lockContentVersion(transaction);
        const version = await requireStoredVersion(
          transaction,
          settingsAuditSubject,
          section,
          input,
        );
        const plainNames = listSettings(section).filter(
          (name) => !isSecretSetting(name) && !findOverride(server, name) && name in version,
        );
        const { data, error } = z.safeParse(
          settingsPatch,
          Object.fromEntries(plainNames.map((name) => [name, version[name]])),
        );
        if (error) {
          throw new AppError('conflict', 'This version no longer meets the rules for its fields.', {
            fields: collectFieldMessages(error.issues),
          });
        }
        const rows = await selectRows(transaction);
        // No secret among them, so nothing is encrypted.
        const encoded = new Map<SettingName, string>(
          plainNames.map((name) => [name, JSON.stringify(data[name])]),
        );
        if (redirectsPassword(rows, data)) encoded.set('smtpPassword', JSON.stringify(null));
        await writeSettings(transaction, { hooks, rows, encoded, action: 'restored', request });
      });
      return read();
    },
  };
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;
