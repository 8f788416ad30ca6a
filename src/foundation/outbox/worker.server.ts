import type { OutageLog } from '../../db/outage-log.server';
import {
  createDeliveryAttempt,
  type DeliveryAttemptOptions,
  formatError,
  selectDue,
} from './delivery-attempt.server';

const batchSize = 20;

interface OutboxWorkerOptions extends DeliveryAttemptOptions {
  /** Records a database outage, which is logged once. */
  outages: Pick<OutageLog, 'record'>;
}

/**
 * Makes the deliveries in the outbox once their event has been committed. Each is made at least
 * once and retried with increasing delays. Any number of processes can run a worker.
 */
export function startOutboxWorker({ outages, ...options }: OutboxWorkerOptions) {
  const { db, log, timings } = options;
  const attempt = createDeliveryAttempt(options);
  let isStopping = false;
  let running: Promise<void> | undefined;
  let isWakeRequested = false;
  let timer: NodeJS.Timeout | undefined;

  async function deliverDue(): Promise<void> {
    for (;;) {
      const rows = await selectDue(db, timings, batchSize);
      for (const row of rows) {
        if (isStopping) return;
        await attempt(row);
      }
      if (rows.length < batchSize) return;
    }
  }

  async function run(): Promise<void> {
    do {
      isWakeRequested = false;
      try {
        await deliverDue();
      } catch (error) {
        if (!outages.record(error)) {
          log.error({ error: formatError(error) }, 'the outbox could not be read');
        }
      }
    } while (isWakeRequested && !isStopping);
    running = undefined;
    if (!isStopping) timer = setTimeout(wake, timings.pollMs).unref();
  }

  /** Polls the outbox now, because a delivery was stored. */
  function wake(): void {
    if (isStopping) return;
    isWakeRequested = true;
    clearTimeout(timer);
    running ??= run();
  }

  wake();
  return {
    wake,
    /** Finishes the current delivery and starts no other. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
