import type { Database } from '../../db/database.server';
import { getDateLocale, setRegion } from '../../lib/region';
import { createSerialQueue } from '../../lib/serial-queue';
import { applyOwnerSettings } from './apply-owner-settings.server';
import type { Environment, ServerEnvironment } from './environment.server';
import { decodeSettings, type OwnerSettingRow, readSettingRows } from './owner-settings.server';

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
 * Returns a text that differs after each change of a row. The latest time alone would not: the
 * settings and each page have times of their own, and a clock may have been fast.
 */
const getFingerprint = (rows: readonly OwnerSettingRow[]) =>
  rows
    .map(({ name, updatedAt }) => `${name}@${updatedAt}`)
    .toSorted()
    .join();

/**
 * Returns the settings in effect for one request or job, and the means to keep them current. They
 * stay in memory, because every request needs them.
 * @param server the settings from the environment alone
 */
export async function createLiveSettings(db: Database, server: Environment): Promise<LiveSettings> {
  const environment = { ...server };
  const listeners: (() => void)[] = [];
  let fingerprint = '';
  let rows: readonly OwnerSettingRow[] = [];

  /** Runs in a queue, so that an earlier read can't replace a later one. */
  const queue = createSerialQueue();
  const refresh = () =>
    queue(async () => {
      const newRows = await readSettingRows(db);
      const newFingerprint = getFingerprint(newRows);
      if (newFingerprint === fingerprint) return false;
      const settings = await decodeSettings({ db, environment: server }, newRows);
      Object.assign(environment, applyOwnerSettings(server, settings));
      fingerprint = newFingerprint;
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
