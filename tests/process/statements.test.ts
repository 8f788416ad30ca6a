import { json } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { freePort } from '../support/free-port';
import { serve } from '../support/http-server';
import { sampleLead } from '../support/samples';
import { createTestFolder, createTestSettings, startEmptySite } from '../support/test-resources';

describe('SLOW_QUERY_MS', () => {
  /** Sends an inquiry that has to wait for a lock on the table. */
  async function sendBlockedInquiry(url: string, databaseUrl: string): Promise<void> {
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table leads in access exclusive mode');
    const sending = new ApiClient(url).post('/api/leads', sampleLead);
    await expect
      .poll(async () => {
        const { rows } = await blocker.query('select from pg_locks where not granted');
        return rows.length;
      })
      .toBeGreaterThan(0);
    await blocker.query('commit');
    await blocker.end();
    expect((await sending).status).toBe(201);
  }

  test.each([
    ['logs a statement that takes as long, without its values', '1', true],
    ['logs no faster statement', '60000', false],
  ])('%s', async (_, minDurationMs, isLogged) => {
    const database = await createTestSettings('postgres');
    const server = await startEmptySite({ ...database, SLOW_QUERY_MS: minDurationMs });
    await sendBlockedInquiry(server.url, database.DATABASE_URL ?? '');
    await server.stop();
    const lines = server.output().split('\n');
    const slow = lines.filter((line) => line.includes('"slow query"'));
    expect(slow.some((line) => line.includes('insert into'))).toBe(isLogged);
    expect(server.output()).not.toContain(sampleLead.companyName);
  });
});

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: string | number } }[];
}

interface OtlpRequest {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** Starts a collector that keeps what it receives. */
async function startCollector() {
  const spans: OtlpSpan[] = [];
  const received: { path: string | undefined; key: unknown }[] = [];
  const { origin } = await serve(async (request, response) => {
    const { resourceSpans } = (await json(request)) as OtlpRequest;
    received.push({ path: request.url, key: request.headers['x-api-key'] });
    spans.push(...resourceSpans.flatMap((it) => it.scopeSpans).flatMap((it) => it.spans));
    response.end('{}');
  });
  return { url: origin, spans, received };
}

const readAttribute = ({ attributes }: OtlpSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value;

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('receives a span for each request and its statements, without what visitors typed', async () => {
    const collector = await startCollector();
    const server = await startEmptySite({
      DATA_DIR: createTestFolder(),
      TRUST_PROXY: '127.0.0.1,::1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=open%20sesame',
    });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const sent = await new ApiClient(server.url).post('/api/leads?q=visitor7', sampleLead, headers);
    expect(sent.status).toBe(201);
    await server.stop();

    expect(collector.received[0]).toEqual({ path: '/v1/traces', key: 'open sesame' });
    const request = collector.spans.find(({ name }) => name === 'POST /api/leads');
    expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 });
    if (!request) return;
    expect(readAttribute(request, 'http.response.status_code')).toEqual({ intValue: 201 });
    expect(readAttribute(request, 'http.response.header.x-request-id')).toEqual({
      stringValue: sent.headers.get('x-request-id'),
    });
    const statements = collector.spans.filter(
      ({ parentSpanId }) => parentSpanId === request.spanId,
    );
    expect(statements.map(({ name }) => name)).toContain('INSERT');
    for (const text of ['visitor7', sampleLead.companyName, sampleLead.email])
      expect(JSON.stringify(collector.spans)).not.toContain(text);
  });

  test('neither slows nor stops the site while no collector responds, which is logged once', async () => {
    const server = await startEmptySite({
      DATA_DIR: createTestFolder(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    });
    for (let count = 0; count < 5; count += 1) {
      expect((await fetch(`${server.url}/api/talents?search=${count}`)).status).toBe(200);
    }
    expect((await server.stop()).code).toBe(0);
    expect(server.messages().match(/traces could not be sent/g)).toHaveLength(1);
  });
});
