import type { Database } from '../../db/database.server';
import { getDateLocale, setRegion } from '../../lib/region';
import { createSerialQueue } from '../../lib/serial-queue';
import { applyOwnerSettings } from './apply-owner-settings.server';
import type { Environment, ServerEnvironment } from './environment.server';
import {
  decodeSettings,
  getSettingsVersion,
  type OwnerSettingRow,
  readSettingRows,
} from './owner-settings.server';

export interface LiveSettings {
  /** The settings from the environment alone. */
  server: ServerEnvironment;
  /** The settings in effect. The same object for the whole run, updated in place. */
  environment: Environment;
  /** The stored rows, including those of the pages' blocks. */
  getRows: () => readonly OwnerSettingRow[];
  /**
   * Reads the owner's settings again, after they may have changed in any process.
   * @returns whether they have changed
   */
  refresh: () => Promise<boolean>;
  /** Calls back after each change. */
  onChange: (listener: () => void) => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: LiveSettings;
  }
}

const applyRegion = ({ owner: { locale, currencySign, timeZone } }: Environment) =>
  setRegion({ locale: getDateLocale(locale), currencySign, timeZone });

/**
 * Returns the settings in effect for one request or job, and the means to keep them current. They
 * stay in memory, because every request needs them.
 * @param server the settings from the environment alone
 */
export async function createLiveSettings(db: Database, server: Environment): Promise<LiveSettings> {
  const environment = { ...server };
  const listeners: (() => void)[] = [];
  let version = '';
  let rows: readonly OwnerSettingRow[] = [];

  /** Runs in a queue, so that an earlier read can't replace a later one. */
  const queue = createSerialQueue();
  const refresh = () =>
    queue(async () => {
      const newRows = await readSettingRows(db);
      const newVersion = getSettingsVersion(newRows);
      if (newVersion === version) return false;
      const settings = await decodeSettings({ db, environment: server }, newRows);
      Object.assign(environment, applyOwnerSettings(server, settings));
      version = newVersion;
      rows = newRows;
      applyRegion(environment);
      for (const listener of listeners) listener();
      return true;
    });

  applyRegion(environment);
  await refresh();
  return {
    server,
    environment,
    getRows: () => rows,
    refresh,
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}
