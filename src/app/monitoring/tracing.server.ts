import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyRequest } from 'fastify';
import type { TimedQuery } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import type { Api } from '../../http/api.server';
import { isInjected } from '../../http/malformed-requests.server';
import { createTrustedProxyCheck } from '../../http/request-id.server';
import { SECOND } from '../../lib/time/durations';
import { version } from '../../lib/version.server';

/** For one batch of spans, with the exporter's repetitions. */
const exportTimeoutMs = 5 * SECOND;

/** Time for the remaining spans when the server closes, so that the process can end. */
const maxCloseMs = SECOND;

/** Sends spans as OTLP over HTTP. It follows no redirect, which would send the headers elsewhere. */
class SpanExporter extends OTLPTraceExporter {
  /** Called when spans could not be sent, once per outage. */
  onFailure: (error: Error) => void = () => {};
  #isFailing = false;

  override export(...[spans, onResult]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.#isFailing = false;
      else this.reportFailure(result.error ?? new Error('The collector rejected the spans.'));
      onResult(result);
    });
  }

  reportFailure(error: Error): void {
    if (!this.#isFailing) this.onFailure(error);
    this.#isFailing = true;
  }
}

function createTracer(app: Api, endpoint: string, environment: Environment) {
  const exporter = new SpanExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: environment.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: exportTimeoutMs,
  });
  exporter.onFailure = (err) => app.log.warn({ err }, 'traces could not be sent');
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': environment.OTEL_SERVICE_NAME,
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  app.addHook('onClose', async () => {
    const isTimedOut = await Promise.race([
      // A failure has been reported by the exporter.
      provider.shutdown().then(
        () => false,
        () => false,
      ),
      pause(maxCloseMs, true, { ref: false }),
    ]);
    if (isTimedOut) exporter.reportFailure(new Error('The collector does not respond.'));
  });
  return provider.getTracer('crewbridge', version);
}

/**
 * Traces the requests that reach a route, and their SQL statements. Statements have placeholders
 * instead of values, and URLs are left out, because both can contain personal data.
 */
export function startTracing(app: Api, endpoint: string, environment: Environment) {
  const tracer = createTracer(app, endpoint, environment);
  const isTrustedProxy = createTrustedProxyCheck(environment.TRUST_PROXY);
  const propagator = new W3CTraceContextPropagator();
  const activeContext = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<FastifyRequest, Span>();

  /** The trace of a trusted proxy. Anybody else could mix their requests into others' traces. */
  const readProxyContext = ({ headers, raw }: FastifyRequest): Context =>
    isTrustedProxy(raw.socket.remoteAddress)
      ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      : ROOT_CONTEXT;

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id, raw } = request;
    const route = routeOptions.url ?? 'no route';
    // The request that the self-test injects is a child of the request that started the test.
    const parent = activeContext.getStore() ?? readProxyContext(request);
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: isInjected(raw) ? SpanKind.INTERNAL : SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.header.x-request-id': id,
        },
      },
      parent,
    );
    spans.set(request, span);
    activeContext.run(trace.setSpan(parent, span), done);
  });
  // Enter the context again, because the body arrives in another one.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) activeContext.run(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });

  return {
    /** Adds a statement that has just ended to the request that it belongs to. */
    recordQuery({ sql, durationMs, hasFailed }: TimedQuery): void {
      const parent = activeContext.getStore();
      if (!parent) return;
      const endedAt = Date.now();
      const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
      const system = environment.DATABASE_URL === undefined ? 'sqlite' : 'postgresql';
      const attributes = {
        'db.system.name': system,
        'db.operation.name': operation,
        'db.query.text': sql,
      };
      const options = { kind: SpanKind.CLIENT, startTime: endedAt - durationMs, attributes };
      const span = tracer.startSpan(operation, options, parent);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
  };
}
