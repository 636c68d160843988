/**
 * Exports spans over OTLP. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. The library reads the other variables:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { defaultTextMapGetter, ROOT_CONTEXT } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Incoming, Tracing } from '#server/log/tracing.ts';
import { createConnectionClient } from '#server/network/client-address.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Unknown samplers record everything, which is the default. */
function readSampler({ OTEL_TRACES_SAMPLER = 'parentbased_always_on', ...env }: Env) {
  const name = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const ratio = name === 'traceidratio' ? Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1;
  const isRatio = ratio >= 0 && ratio <= 1;
  const root = new TraceIdRatioBasedSampler(name === 'always_off' ? 0 : isRatio ? ratio : 1);
  return name === OTEL_TRACES_SAMPLER ? root : new ParentBasedSampler({ root });
}

/** OTLP has two encodings over HTTP. */
async function createExporter(protocol: string | undefined) {
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter();
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** Exports spans in the background, and drops them while the collector is unreachable. */
export async function createTracing(trustedProxies: readonly string[], env: Env): Promise<Tracing> {
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
  const propagator = new W3CTraceContextPropagator();
  const clientOf = createConnectionClient(trustedProxies);

  /** Only proxies are trusted: a client could choose its trace ID and force sampling. */
  function parentOf({ traceparent, address }: Incoming) {
    if (!traceparent || !address || clientOf(address) !== undefined) return ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  }

  return { tracer: provider.getTracer('atrium'), parentOf, stop: () => provider.shutdown() };
}
