import { startPostgres } from '../support/postgres';

/** Starts a PostgreSQL server that the fault stops, at the latest in its cleanup. */
export async function startPrimary() {
  const primary = await startPostgres();
  let isUp = true;
  const stopPrimary = async () => {
    if (isUp) await primary.stop();
    isUp = false;
  };
  return { primary, stopPrimary };
}
