import { hash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.server';
import { readSiteState, writeSiteState } from '../../db/site-state.server';
import { parseJson, z } from '../../lib/schema';
import { variableNames } from '../environment/environment-variables.server';
import { recordSecurityEvent } from './security-event-store.server';

const stateKey = 'settings';

/**
 * The settings that are not compared: those in which the processes of one site differ, and the
 * password, whose own hash tells.
 */
const ignoredNames =
  /^(ADMIN_PASSWORD|BACKUP_DIR|DATABASE_REPLICA_URL|DATA_DIR|HOST|METRICS_PORT|PORT)$/;
const comparedNames = variableNames.filter((name) => !ignoredNames.test(name));

const storedSettings = z.object({
  salt: z.string().check(z.minLength(1)),
  values: z.record(z.string(), z.string()),
});

/** Hashes a value to detect changes. 32 bits are too few to recover a secret from. */
const hashSetting = (salt: string, value: string) => hash('sha256', `${salt}:${value}`).slice(0, 8);

/**
 * Records at startup the names of the settings that have changed since the last start.
 * @param source the process's environment
 */
export async function recordSettingsChanges(
  db: Database,
  source: Record<string, string | undefined>,
): Promise<void> {
  const before = parseJson(storedSettings, await readSiteState(db, stateKey));
  const salt = before?.salt ?? randomBytes(16).toString('base64url');
  const values: Record<string, string> = {};
  for (const name of comparedNames) {
    const value = source[name];
    if (value?.trim()) values[name] = hashSetting(salt, value);
  }
  const changed = comparedNames.filter((name) => values[name] !== before?.values[name]);
  if (before && changed.length === 0) return;
  await writeSiteState(db, stateKey, JSON.stringify({ salt, values }));
  // The first start has nothing to compare with.
  if (before)
    await recordSecurityEvent(db, { kind: 'settings-changed', detail: changed.join(', ') });
}
