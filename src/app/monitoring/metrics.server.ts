import { Counter, Gauge, Registry } from '@prometheus-io/client';
import measureEventLoop from '@prometheus-io/client/lib/metrics/eventLoopLag.js';
import measureHeap from '@prometheus-io/client/lib/metrics/heapSizeAndUsed.js';
import measureHeapSpaces from '@prometheus-io/client/lib/metrics/heapSpacesSizeAndUsed.js';
import measureMemory from '@prometheus-io/client/lib/metrics/osMemoryHeap.js';
import measureProcessorTime from '@prometheus-io/client/lib/metrics/processCpuTotal.js';
import measureMaxFileDescriptors from '@prometheus-io/client/lib/metrics/processMaxFileDescriptors.js';
import measureOpenFileDescriptors from '@prometheus-io/client/lib/metrics/processOpenFileDescriptors.js';
import measureResources from '@prometheus-io/client/lib/metrics/processResources.js';
import measureStartTime from '@prometheus-io/client/lib/metrics/processStartTime.js';
import measureNodeVersion from '@prometheus-io/client/lib/metrics/version.js';
import { type Database, getPoolCounts } from '../../db/database.server';
import { isInjected } from '../../http/malformed-requests.server';
import '../../content/collections.plugin.server';
import { readOutboxState } from '../../foundation/outbox/receipts.server';
import type { Api } from '../../http/api.server';
import { readLeadActivity } from '../../leads/search/counts.server';
import { createSnapshot } from '../../lib/snapshot.server';
import { SECOND } from '../../lib/time/durations';
import { version } from '../../lib/version.server';
import { readLastBackupTime } from '../../operations/backup/schedule.server';
import { measureDurations } from './request-durations.server';

/**
 * Processor time, memory and the event loop's delay, under the usual names: the library's default metrics
 * without the durations of garbage collections. To time these, `collectDefaultMetrics`
 * observes them, which costs the cheapest requests 8% more processor time
 * (`npm run bench -- metrics`).
 */
const processMetrics = [
  measureProcessorTime,
  measureStartTime,
  measureMemory,
  measureOpenFileDescriptors,
  measureMaxFileDescriptors,
  measureEventLoop,
  measureResources,
  measureHeap,
  measureHeapSpaces,
  measureNodeVersion,
];

/** Milliseconds between two samples of the event loop's delay; the library's default. */
const eventLoopMonitoringPrecision = 10;

/** Milliseconds for which the values from the database are reused, for several scrapers. */
const maxCacheAgeMs = 5 * SECOND;

/** The failures of inquiries, with and without JavaScript, which an alert counts. */
const inquiryFailures = ['/api/leads', '/enquiry'].flatMap((route) =>
  [500, 503].map((status) => ({ method: 'POST', route, status })),
);

/** Measures the requests. The names are OpenTelemetry's, as Prometheus spells them. */
function measureRequests(app: Api, registry: Registry): void {
  const registers = [registry];
  let hits = 0;
  let misses = 0;
  const observeDuration = measureDurations(registry, inquiryFailures);
  new Counter({
    name: 'crewbridge_cache_lookups_total',
    help: 'Lookups in the response cache. A hit of the fast path took no routing and no rendering.',
    labelNames: ['result'] as const,
    registers,
    collect() {
      let fastPathHits = 0;
      for (const { sent, notModified } of app.fastPathCounts.values()) {
        fastPathHits += sent + notModified;
      }
      this.reset();
      this.inc({ result: 'fast-path-hit' }, fastPathHits);
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
  app.addHook('onResponse', ({ raw, method, routeOptions }, reply, done) => {
    if (!isInjected(raw)) {
      const cacheStatus = reply.getHeader('cache-status');
      if (typeof cacheStatus === 'string') {
        if (cacheStatus.endsWith('; hit')) hits += 1;
        else misses += 1;
      }
      const route = routeOptions.url ?? '';
      observeDuration(method, route, reply.statusCode, reply.elapsedTime / SECOND);
    }
    done();
  });
  new Counter({
    name: 'crewbridge_fast_path_responses_total',
    help: 'Responses that the cache fast path sent before Fastify ran.',
    labelNames: ['http_route', 'http_response_status_code'] as const,
    registers,
    collect() {
      this.reset();
      for (const [http_route, { sent, notModified }] of app.fastPathCounts) {
        this.inc({ http_route, http_response_status_code: 200 }, sent);
        this.inc({ http_route, http_response_status_code: 304 }, notModified);
      }
    },
  });
  new Counter({
    name: 'crewbridge_rejected_requests_total',
    help: 'Requests that got 503 before Fastify ran, because too many were waiting.',
    registers,
    collect() {
      this.reset();
      this.inc(app.getRejectedCount());
    },
  });
}

function measurePool(db: Database, registry: Registry): void {
  if (!getPoolCounts(db)) return;
  new Gauge({
    name: 'crewbridge_database_connections',
    help: 'Connections to PostgreSQL that are in use and idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = getPoolCounts(db) ?? { total: 0, idle: 0, waiting: 0 };
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function measureContentReads(app: Api, registry: Registry): void {
  if (app.settings.environment.DATABASE_REPLICA_URL === undefined) return;
  new Counter({
    name: 'crewbridge_content_reads_total',
    help: 'Reads of content: from the replica, or from the primary because the replica was behind or failed.',
    labelNames: ['result'] as const,
    registers: [registry],
    collect() {
      const { replica = 0, behind = 0, failed = 0 } = app.content.counts ?? {};
      this.reset();
      this.inc({ result: 'replica' }, replica);
      this.inc({ result: 'behind' }, behind);
      this.inc({ result: 'failed' }, failed);
    },
  });
}

function measureReadiness(app: Api, registry: Registry): void {
  new Gauge({
    name: 'crewbridge_check_ok',
    help: 'Whether each check of /readyz passes: 1 or 0.',
    labelNames: ['check'] as const,
    registers: [registry],
    async collect() {
      const { checks } = await app.checkReadiness();
      for (const [check, isOk] of Object.entries(checks)) this.set({ check }, isOk ? 1 : 0);
    },
  });
}

/** Adds the values that are read from the database. They are the same in every process. */
function createDatabaseGauges(db: Database, registry: Registry) {
  const createGauge = (name: string, help: string) =>
    new Gauge({ name, help, registers: [registry] });
  const isReachable = createGauge('crewbridge_database_up', 'Whether the database could be read.');
  const outboxAge = createGauge(
    'crewbridge_outbox_oldest_due_age_seconds',
    'How late the oldest delivery is: since it became due or, if it failed, since its event; 0 if none is late.',
  );
  const outboxFailed = createGauge(
    'crewbridge_outbox_failed_last_day',
    'Deliveries that were given up within the last 24 hours.',
  );
  const leadsLastHour = createGauge(
    'crewbridge_leads_last_hour',
    'Inquiries of the last 60 minutes, without suspected spam.',
  );
  const lastLeadTime = createGauge(
    'crewbridge_last_lead_timestamp_seconds',
    'When the last inquiry was stored that is no suspected spam, as Unix time; NaN if there is none.',
  );

  async function read(): Promise<void> {
    try {
      const [outbox, leads] = await Promise.all([readOutboxState(db), readLeadActivity(db)]);
      isReachable.set(1);
      outboxAge.set(outbox.oldestLateMs / SECOND);
      outboxFailed.set(outbox.failedLastDay);
      leadsLastHour.set(leads.lastHour);
      lastLeadTime.set(Date.parse(leads.lastCreatedAt ?? '') / SECOND);
    } catch {
      isReachable.set(0);
      // Outdated values would hide that the database is down.
      for (const gauge of [outboxAge, outboxFailed, leadsLastHour, lastLeadTime]) {
        gauge.set(Number.NaN);
      }
    }
  }

  return createSnapshot(read, maxCacheAgeMs).read;
}

function measureBackups(app: Api, db: Database, registry: Registry): void {
  if (app.settings.environment.BACKUP_DIR === undefined) return;
  new Gauge({
    name: 'crewbridge_last_backup_timestamp_seconds',
    help: 'When the last backup of BACKUP_DIR was complete, as Unix time; 0 if there is none.',
    registers: [registry],
    async collect() {
      this.set(
        await readLastBackupTime(db).then(
          (time) => time / SECOND,
          () => Number.NaN,
        ),
      );
    },
  });
}

/** Starts to measure, and returns what Prometheus reads. */
export function createMetrics(app: Api, db: Database) {
  const registry = new Registry();
  for (const measure of processMetrics) measure(registry, { eventLoopMonitoringPrecision });
  new Gauge({
    name: 'crewbridge_build_info',
    help: 'The release, as a label.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version }, 1);
  measureRequests(app, registry);
  measurePool(db, registry);
  measureReadiness(app, registry);
  measureContentReads(app, registry);
  measureBackups(app, db, registry);
  const readDatabase = createDatabaseGauges(db, registry);
  return {
    contentType: registry.contentType,
    async collect(): Promise<string> {
      await readDatabase();
      return registry.metrics();
    },
  };
}
