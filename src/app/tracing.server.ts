import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TimedQuery } from '../db/database.server';
import type { Environment } from '../foundation/settings/environment.server';
import type { Api } from '../http/api.server';
import { isInjected } from '../http/is-injected.server';
import { createTrustedProxyCheck } from '../http/request-id.server';
import { createSpanExporter, type FinishedSpan } from './span-exporter.server';

/** W3C Trace Context: version, trace id, parent id, flags. */
const traceparentPattern = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;

type OpenSpan = Pick<FinishedSpan, 'traceId' | 'spanId' | 'parentId' | 'startedAt'>;

const createId = (bytes: number) => randomBytes(bytes).toString('hex');

const openSpan = (parent: { traceId: string; spanId: string } | undefined): OpenSpan => ({
  traceId: parent?.traceId ?? createId(16),
  spanId: createId(8),
  parentId: parent?.spanId,
  startedAt: Date.now(),
});

/**
 * Traces the requests that reach a route, and their SQL statements. Statements have placeholders
 * instead of values, and URLs are left out, because both can contain personal data.
 */
export function startTracing(app: Api, endpoint: string, environment: Environment) {
  const { OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS, TRUST_PROXY, DATABASE_URL } = environment;
  const exporter = createSpanExporter({
    endpoint,
    headers: OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: OTEL_SERVICE_NAME,
    onFailure: (err) => app.log.warn({ err }, 'traces could not be sent'),
  });
  const isTrustedProxy = createTrustedProxyCheck(TRUST_PROXY);
  const context = new AsyncLocalStorage<OpenSpan>();
  const spans = new WeakMap<FastifyRequest, OpenSpan>();

  /** The trace of a trusted proxy. Anybody else could mix their requests into others' traces. */
  function readProxyTrace({ headers, raw }: FastifyRequest) {
    const header = headers.traceparent;
    if (typeof header !== 'string' || !isTrustedProxy(raw.socket.remoteAddress ?? '')) return;
    const [, traceId, spanId] = traceparentPattern.exec(header) ?? [];
    return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
  }

  app.addHook('onRequest', (request, _reply, done) => {
    // The request that the self-test injects is a child of the request that started the test.
    const span = openSpan(context.getStore() ?? readProxyTrace(request));
    spans.set(request, span);
    context.run(span, done);
  });
  // Enter the context again, because the body arrives in another one.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) context.run(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span) {
      const { method, routeOptions, id } = request;
      const route = routeOptions.url ?? 'no route';
      exporter.add({
        ...span,
        name: `${method} ${route}`,
        kind: isInjected(request.raw) ? 'internal' : 'server',
        endedAt: span.startedAt + reply.elapsedTime,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'http.response.header.x-request-id': id,
        },
        isError: reply.statusCode >= 500,
      });
    }
    done();
  });
  app.addHook('onClose', () => exporter.close());

  return {
    /** Adds a statement that has just ended to the request that it belongs to. */
    recordQuery({ sql, durationMs, hasFailed }: TimedQuery): void {
      const parent = context.getStore();
      if (!parent) return;
      const endedAt = Date.now();
      const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
      exporter.add({
        ...openSpan(parent),
        name: operation,
        kind: 'client',
        startedAt: endedAt - durationMs,
        endedAt,
        attributes: {
          'db.system.name': DATABASE_URL === undefined ? 'sqlite' : 'postgresql',
          'db.operation.name': operation,
          'db.query.text': sql,
        },
        isError: hasFailed,
      });
    },
  };
}
