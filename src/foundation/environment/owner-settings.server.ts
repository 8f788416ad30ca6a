import type { Database, DatabaseTransaction } from '../../db/database.server';
import { z } from '../../lib/schema';
import {
  isSecretSetting,
  noOwnerSettings,
  type OwnerSettings,
  ownerSettingNames,
  secretSettings,
  settingFields,
} from './contract';
import { decryptSecret, type EncryptionContext, encryptSecret } from './encryption.server';
import type { SettingName } from './settings-table';

/** A setting that the owner has changed. */
export interface OwnerSettingRow {
  name: string;
  /** JSON; of a secret, the encrypted text. `null` for a setting that was removed. */
  value: string;
  updatedAt: string;
  userId: string | null;
}

declare module '../../db/database.server' {
  interface Tables {
    ownerSettings: OwnerSettingRow;
  }
}

/**
 * The beginning of the names of rows that hold a block of a page. They have a version of their own.
 */
export const blockPrefix = 'page:';

const removed = JSON.stringify(null);

/** The name and the value of a row, as JSON. */
export type SettingCell = Pick<OwnerSettingRow, 'name' | 'value'>;

/** A row, with the name of the user who changed it. */
export type RowWithUser = OwnerSettingRow & { by: string | null };

export const readSettingRows = (db: Database): Promise<OwnerSettingRow[]> =>
  db.selectFrom('ownerSettings').selectAll().execute();

/** Selects the rows with the names of the users who changed them. */
export const selectSettingsWithUser = (db: Database): Promise<RowWithUser[]> =>
  db
    .selectFrom('ownerSettings')
    .leftJoin('users', 'users.id', 'ownerSettings.userId')
    .select(['name', 'value', 'updatedAt', 'userId', 'users.username as by'])
    .execute();

/** Stores a setting. */
export async function writeSettingRow(
  transaction: DatabaseTransaction,
  { name, ...columns }: OwnerSettingRow,
): Promise<void> {
  await transaction
    .insertInto('ownerSettings')
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
}

/** Returns the version of a group's rows. Rows are never deleted, so it only increases. */
export const getSettingsVersion = (rows: readonly OwnerSettingRow[]): string =>
  rows.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '');

const getPurpose = (name: SettingName) => `setting:${name}`;

/** Encodes a setting for its row. */
export const encodeSetting = async (
  context: EncryptionContext,
  name: SettingName,
  value: unknown,
): Promise<string> =>
  isSecretSetting(name) && typeof value === 'string'
    ? encryptSecret(context, getPurpose(name), value)
    : JSON.stringify(value);

/** Decodes a stored value; undefined when it is not JSON. Nothing that is stored may stop a start. */
export function parseStoredValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a secret is stored. */
export const isSecretStored = (rows: readonly SettingCell[], name: SettingName): boolean =>
  rows.some((row) => row.name === name && row.value !== removed);

/** Decodes the settings that are not secret. One that the contract does not accept is undefined. */
const parseRows = (rows: readonly SettingCell[]) =>
  rows.flatMap((row) => {
    const name = ownerSettingNames.find((known) => known === row.name);
    if (!name || isSecretSetting(name) || row.value === removed) return [];
    const stored = parseStoredValue(row.value);
    // The schemas of optional settings take undefined for null.
    if (stored === undefined) return [{ name, value: undefined }];
    return [{ name, value: z.safeParse<z.core.$ZodType>(settingFields[name], stored).data }];
  });

/** Lists the settings that are ignored, because the contract does not accept the stored value. */
export const listInvalidSettings = (rows: readonly OwnerSettingRow[]): SettingName[] =>
  parseRows(rows).flatMap(({ name, value }) => (value === undefined ? [name] : []));

/**
 * Decodes the settings that are not secret. A value that the contract does not accept is ignored, as
 * are the settings of a newer release.
 */
export function decodePlainSettings(rows: readonly SettingCell[]): OwnerSettings {
  const settings: Record<string, unknown> = { ...noOwnerSettings };
  for (const { name, value } of parseRows(rows)) {
    if (value !== undefined) settings[name] = value;
  }
  // Each value was parsed by the schema of its name.
  return settings as unknown as OwnerSettings;
}

/** Decodes all settings. A secret that no key decrypts counts as not set. */
export async function decodeSettings(
  context: EncryptionContext,
  rows: readonly OwnerSettingRow[],
): Promise<OwnerSettings> {
  const settings = decodePlainSettings(rows);
  for (const name of secretSettings) {
    const row = rows.find((candidate) => candidate.name === name);
    if (!row || row.value === removed) continue;
    settings[name] = (await decryptSecret(context, getPurpose(name), row.value))?.text ?? null;
  }
  return settings;
}

/** Reports that stored passwords and keys can't be decrypted. */
export const unreadableSettingsMessage =
  'Passwords and keys saved in the admin area can’t be read, because SECRET_KEY has changed. Set the old SECRET_KEY again, or enter them again under Settings.';

/** Lists the stored passwords and keys. */
export async function listSettingSecrets(db: Database) {
  const rows = await readSettingRows(db);
  return rows.flatMap(({ name, value }) =>
    isSecretSetting(name) && value !== removed
      ? [
          {
            purpose: getPurpose(name),
            encrypted: value,
            replace: (encrypted: string) =>
              db
                .updateTable('ownerSettings')
                .set({ value: encrypted })
                .where('name', '=', name)
                .where('value', '=', value)
                .execute(),
          },
        ]
      : [],
  );
}
