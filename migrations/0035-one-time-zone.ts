import { type Kysely, sql } from 'kysely';
import { isTimeZone } from '../src/lib/time/time-zone';

/** The previous release reads the time zone of the availability where it was. */
export const isCompatible = true;

/** Returns the IANA name for a name of `Intl` alone, such as "PST"; null for an unknown one. */
function toTimeZone(name: string): string | null {
  if (isTimeZone(name)) return name;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name });
    const { timeZone } = format.resolvedOptions();
    return isTimeZone(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** Replaces the names of unknown time zones, with which times can't be formatted or computed. */
async function fixBookings(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct time_zone as name from bookings where time_zone is not null`.execute(db);
  for (const { name } of rows) {
    if (isTimeZone(name)) continue;
    await sql`update bookings set time_zone = ${toTimeZone(name)} where time_zone = ${name}`.execute(
      db,
    );
  }
}

/** Reads the time zone of the availability; null if it was never saved. */
async function readHoursZone(db: Kysely<unknown>): Promise<string | null> {
  const { rows } = await sql<{ hours: string }>`
    select hours from call_hours where id = 'owner'`.execute(db);
  const stored: unknown = rows[0] && JSON.parse(rows[0].hours).timeZone;
  return typeof stored === 'string' ? toTimeZone(stored) : null;
}

/** The business has one time zone, that of the settings. The one of the availability moves there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await fixBookings(db);
  const timeZone = await readHoursZone(db);
  if (timeZone === null) return;
  const { rows } = await sql<{ latest: string | null }>`
    select max(updated_at) as latest from owner_settings`.execute(db);
  // The settings' version must increase.
  const latest = Date.parse(rows[0]?.latest ?? '') || 0;
  const updatedAt = new Date(Math.max(Date.now(), latest + 1)).toISOString();
  const value = JSON.stringify(timeZone);
  await sql`
    insert into owner_settings (name, value, updated_at) values ('timeZone', ${value}, ${updatedAt})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
    where owner_settings.value <> excluded.value`.execute(db);
  await sql`
    update site_state set value = cast(cast(value as integer) + 1 as text)
    where key = 'content_version'`.execute(db);
}
