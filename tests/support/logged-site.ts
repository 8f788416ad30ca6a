import { createTestApp, shortTimings } from './test-app';

/** A line of the log. */
interface LogEntry {
  msg: string;
  event?: string;
  origin?: string;
  reqId?: string;
  method?: string;
  route?: string;
  status?: number;
  durationMs?: number;
}

/** Creates a site that collects its log. Only what it receives through its port is logged as a request. */
export async function createLoggedSite(settings: Record<string, string> = {}) {
  const entries: LogEntry[] = [];
  const logger = {
    level: settings.LOG_LEVEL ?? 'info',
    stream: { write: (line: string) => void entries.push(JSON.parse(line)) },
  };
  const site = await createTestApp(settings, shortTimings, { logger });
  return { ...site, entries };
}
