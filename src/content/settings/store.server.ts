import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseTransaction } from '../../db/database.server';
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
import type { ServerEnvironment } from '../../foundation/environment/environment.server';
import {
  blockPrefix,
  decodePlainSettings,
  encodeSetting,
  isSecretStored,
  type RowWithUser,
  type SettingCell,
} from '../../foundation/environment/owner-settings.server';
import { type SettingName, settingSections } from '../../foundation/environment/settings-table';
import { AppError, collectFieldMessages, createFormError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { defaultTimeZone } from '../../lib/region';
import { z } from '../../lib/schema';
import type { IsExpected } from '../kit/documents.server';
import {
  type GroupChange,
  listCells,
  type SingletonRow,
  SingletonStore,
} from '../kit/singletons.server';
import { describeSettings } from './describe-settings.server';

/** The settings of each section, as they are until the owner changes them. */
const sections = new Map(
  listKeys(settingSections).map((section) => [
    section,
    Object.fromEntries(
      listSettings(section).map((name) => [name, JSON.stringify(noOwnerSettings[name])]),
    ),
  ]),
);

/** Returns whether an attacker could redirect emails or money with a setting. */
const isSensitive = (name: string): boolean =>
  isSecretSetting(name) || findSetting(name)?.isSensitive === true;

/**
 * Returns whether a change would send the stored mail password to another server or account, where
 * a stolen session could read it.
 */
function redirectsPassword(
  rows: readonly SettingCell[],
  input: Readonly<Record<string, unknown>>,
): boolean {
  const stored = decodePlainSettings(rows);
  return (
    isSecretStored(rows, 'smtpPassword') &&
    smtpTarget.some((name) => name in input && input[name] !== stored[name])
  );
}

/** Functions of other features that run in the transaction that changes a setting. */
export interface SettingsHooks {
  onTimeZoneChange: (transaction: DatabaseTransaction, timeZone: string) => Promise<void>;
}

/** The encoded settings of a section that change. */
type SectionPatch = Record<string, string>;

/** The sections of the owner's settings, which are one document each. */
export class SettingsStore extends SingletonStore<SectionPatch, SettingsForOwner> {
  constructor(
    db: Database,
    private readonly server: ServerEnvironment,
    private readonly hooks: SettingsHooks,
  ) {
    super(db, {
      subject: 'settings',
      label: 'Settings',
      phrase: 'the settings',
      documents: sections,
      hasRow: (name) => !name.startsWith(blockPrefix),
    });
  }

  /**
   * Changes only the settings that are sent.
   * @param isExpected whether the change was made from the given version
   * @throws AppError changed; conflict for a setting that the environment sets; invalid
   */
  async update(
    input: SettingsPatch,
    request: FastifyRequest,
    isExpected?: IsExpected,
  ): Promise<SettingsForOwner> {
    const encoded = await this.#encode(input);
    return this.change(request, isExpected, async (transaction, rows) => {
      this.#requireNotOverridden(encoded.map(([name]) => name));
      if (input.smtpPassword === undefined && redirectsPassword(rows, input)) {
        throw createFormError({
          smtpPassword: 'Type the mail password again: the server or the user name has changed.',
        });
      }
      const patches = [...sections].map(([id, cells]) => ({
        id,
        values: Object.fromEntries(encoded.filter(([name]) => name in cells)),
      }));
      await this.updateRows(transaction, patches, request.userId);
    });
  }

  /** Records that sensitive settings changed, and applies a new time zone. */
  protected override async afterChange(
    transaction: DatabaseTransaction,
    { before, after, request }: GroupChange,
  ): Promise<void> {
    const getVersion = (rows: readonly RowWithUser[], name: SettingName) =>
      rows.find((row) => row.name === name)?.updatedAt;
    const changedNames = ownerSettingNames.filter(
      (name) => getVersion(after, name) !== getVersion(before, name),
    );
    if (changedNames.some(isSensitive)) {
      const detail = changedNames.join(', ');
      await recordSecurityEvent(transaction, { kind: 'settings-changed', detail, request });
    }
    if (changedNames.includes('timeZone')) {
      const { timeZone } = decodePlainSettings(after);
      await this.hooks.onTimeZoneChange(transaction, timeZone ?? defaultTimeZone);
    }
  }

  protected describeAll(rows: readonly RowWithUser[], db: Database): Promise<SettingsForOwner> {
    return describeSettings({ db, environment: this.server }, rows);
  }

  /** The history of a secret says only whether it was set or replaced. */
  protected readonly describe = (row: SingletonRow, before?: SingletonRow) => {
    const cells = listCells(row);
    const settings: Readonly<Record<string, unknown>> = decodePlainSettings(cells);
    const toState = ({ name, value }: SettingCell) => {
      if (!isSecretSetting(name)) return settings[name];
      if (!isSecretStored(cells, name)) return null;
      return before && before[name] !== value ? 'changed' : 'set';
    };
    return Object.fromEntries(cells.map((cell) => [cell.name, toState(cell)]));
  };

  protected async preparePlan() {
    return (_before: SingletonRow, cells: SectionPatch) => cells;
  }

  /**
   * Secrets are not in the history, so they stay. The mail password is removed if it would go to
   * another server.
   */
  protected async planRestore(
    _transaction: DatabaseTransaction,
    row: SingletonRow,
    version: Readonly<Record<string, unknown>>,
  ) {
    const cells = listCells(row);
    const restored = cells.flatMap(({ name }) =>
      isSecretSetting(name) || findOverride(this.server, name) || !(name in version)
        ? []
        : [[name, version[name]] as const],
    );
    const { data, error } = z.safeParse(settingsPatch, Object.fromEntries(restored));
    if (error) {
      throw new AppError('conflict', 'This version no longer meets the rules for its fields.', {
        fields: collectFieldMessages(error.issues),
      });
    }
    return {
      ...Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      ...(redirectsPassword(cells, data) && { smtpPassword: JSON.stringify(null) }),
    };
  }

  /** Encodes the values that are sent. Outside of the transaction: encrypting may store the key. */
  #encode(input: SettingsPatch): Promise<(readonly [SettingName, string])[]> {
    const context = { db: this.db, environment: this.server };
    return Promise.all(
      ownerSettingNames
        .filter((name) => input[name] !== undefined)
        .map(async (name) => [name, await encodeSetting(context, name, input[name])] as const),
    );
  }

  /** @throws AppError conflict naming the settings that the environment sets */
  #requireNotOverridden(names: readonly SettingName[]): void {
    const fields = Object.fromEntries(
      names.flatMap((name) => {
        const variable = findOverride(this.server, name);
        return variable
          ? [[name, `Only the person who runs your server can change this (${variable}).`]]
          : [];
      }),
    );
    if (Object.keys(fields).length > 0) {
      throw new AppError('conflict', 'Some of these settings are set by the server.', { fields });
    }
  }
}
