/**
 * Exports spans over OTLP. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. The library reads the other variables:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import {
  defaultTextMapGetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Attributes, Span } from '#server/log/span.ts';
import type { Incoming, Tracer } from '#server/log/tracing.ts';
import { createConnectionClient } from '#server/network/client-address.ts';

const kinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

type Env = Readonly<Record<string, string | undefined>>;

/** Unknown samplers record everything, which is the default. */
function readSampler({ OTEL_TRACES_SAMPLER = 'parentbased_always_on', ...env }: Env) {
  const name = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const ratio = name === 'traceidratio' ? Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1;
  const isRatio = ratio >= 0 && ratio <= 1;
  const root = new TraceIdRatioBasedSampler(name === 'always_off' ? 0 : isRatio ? ratio : 1);
  return name === OTEL_TRACES_SAMPLER ? root : new ParentBasedSampler({ root });
}

/** Paths that name a route. Pages and files have too many paths for span names. */
const routes = ['/api/graphql', '/api/auth', '/api/export', '/healthz', '/readyz'];

/** OTLP has two encodings over HTTP. */
async function createExporter(protocol: string | undefined) {
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter();
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

class RecordedSpan implements Span {
  readonly span: OtelSpan;
  constructor(span: OtelSpan) {
    this.span = span;
  }
  get traceId(): string {
    return this.span.spanContext().traceId;
  }
  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }
  end(error?: unknown): void {
    if (error !== undefined) {
      const message = error instanceof Error ? error.name : String(error);
      this.span.setStatus({ code: SpanStatusCode.ERROR, message });
    }
    this.span.end();
  }
}

/** Exports spans in the background, and drops them while the collector is unreachable. */
export async function createTracer(trustedProxies: readonly string[], env: Env): Promise<Tracer> {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = env;
  const exporter = await createExporter(
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? OTEL_EXPORTER_OTLP_PROTOCOL,
  );
  const delay = Number(env.OTEL_BSP_SCHEDULE_DELAY);
  const provider = new TracerProvider({
    sampler: readSampler(env),
    resource: resourceFromAttributes({ 'service.name': 'atrium' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, ...(delay > 0 && { scheduledDelayMillis: delay }) }),
    ],
  });
  const tracer = provider.getTracer('atrium');
  const propagator = new W3CTraceContextPropagator();
  const clientOf = createConnectionClient(trustedProxies);

  /** Only proxies are trusted: a client could choose its trace ID and force sampling. */
  function parentOf({ traceparent, address }: Incoming) {
    if (!traceparent || !address || clientOf(address) !== undefined) return ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  }

  return {
    start(name, { kind, attributes }, parent) {
      const within =
        parent instanceof RecordedSpan ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT;
      return new RecordedSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, within));
    },
    startRequest(incoming) {
      const { method, path } = incoming;
      const attributes = { 'http.request.method': method, 'url.path': path };
      const route = routes.find((each) => path === each || path.startsWith(`${each}/`));
      const name = [method, ...(route ? [route] : [])].join(' ');
      const options = { kind: SpanKind.SERVER, attributes };
      return new RecordedSpan(tracer.startSpan(name, options, parentOf(incoming)));
    },
    stop: () => provider.shutdown(),
  };
}
