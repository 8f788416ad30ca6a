import { setTimeout as pause } from 'node:timers/promises';
import { createSafeFetch } from '../lib/safe-fetch.server';
import { SECOND } from '../lib/time';
import { version } from '../lib/version.server';

/** Spans that wait to be sent. Further ones are dropped, so that a dead collector costs no memory. */
const maxQueued = 4_096;

/** Spans in one request to the collector. */
const maxBatch = 512;

const intervalMs = 5 * SECOND;
const limits = { timeoutMs: 5 * SECOND, maxBytes: 1_000_000 };
const maxCloseMs = SECOND;

type AttributeValue = string | number;

/** A finished span. Times are Unix time in milliseconds. */
export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: 'internal' | 'server' | 'client';
  startedAt: number;
  endedAt: number;
  attributes: Readonly<Record<string, AttributeValue>>;
  isError: boolean;
}

/** Numbers of OTLP's enumerations. */
const kindNumbers = { internal: 1, server: 2, client: 3 } as const;
const errorStatus = 2;

const toNanoseconds = (milliseconds: number): string =>
  String(BigInt(Math.round(milliseconds * 1000)) * 1000n);

const toAttributes = (attributes: Readonly<Record<string, AttributeValue>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const toOtlpSpan = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kindNumbers[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedAt),
  endTimeUnixNano: toNanoseconds(span.endedAt),
  attributes: toAttributes(span.attributes),
  ...(span.isError && { status: { code: errorStatus } }),
});

const buildRequest = (serviceName: string, spans: readonly FinishedSpan[]) => ({
  resourceSpans: [
    {
      resource: {
        attributes: toAttributes({ 'service.name': serviceName, 'service.version': version }),
      },
      scopeSpans: [{ scope: { name: 'crewbridge', version }, spans: spans.map(toOtlpSpan) }],
    },
  ],
});

interface ExporterOptions {
  /** The collector's address, without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Called when spans could not be sent, once per outage. */
  onFailure: (error: Error) => void;
}

/** Sends spans to a collector in batches, as OTLP over HTTP with JSON. */
export function createSpanExporter({ endpoint, headers, serviceName, onFailure }: ExporterOptions) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  // Follows no redirect, which would send the headers elsewhere.
  const send = createSafeFetch({}, { ...limits, trustedUrl: url, keepAlive: true });
  const queue: FinishedSpan[] = [];
  let isFailing = false;
  let sending: Promise<void> | undefined;

  async function post(spans: readonly FinishedSpan[]): Promise<void> {
    try {
      const response = await send(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(buildRequest(serviceName, spans)),
      });
      if (!response.ok) throw new Error(`The collector responded with ${response.status}.`);
      isFailing = false;
    } catch (error) {
      // Not sent again: traces are samples, and a collector that is down must not cost memory.
      if (!isFailing) onFailure(error instanceof Error ? error : new Error(String(error)));
      isFailing = true;
    }
  }

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      await post(queue.splice(0, maxBatch));
      if (isFailing) queue.length = 0;
    }
    sending = undefined;
  }

  function flush(): Promise<void> {
    sending ??= sendAll();
    return sending;
  }

  const timer = setInterval(flush, intervalMs).unref();

  return {
    add(span: FinishedSpan): void {
      if (queue.length >= maxQueued) return;
      queue.push(span);
      if (queue.length >= maxBatch) void flush();
    },
    /** Sends the remaining spans, with a short timeout so that the process can end. */
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.race([flush(), pause(maxCloseMs, undefined, { ref: false })]);
    },
  };
}
