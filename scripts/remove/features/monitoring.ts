import type { Feature } from '#scripts/remove/feature.ts';

export const monitoring: Feature = {
  name: 'monitoring',
  purpose: 'metrics and alerts for Prometheus, a dashboard for Grafana, and traces',
  files: [
    'docs/monitoring/**',
    'docs/guides/monitoring.md',
    'docs/decisions/043-*',
    'server/log/tracing.ts',
    'server/metrics/**',
    'server/tracing.ts',
    'lab/resilience/alerts/**',
    'lab/server/{metrics,tracing}.test.ts',
    'lab/support/parse-prometheus-text-format.d.ts',
  ],
  names:
    /(?<! )metrics|prom-client|prom(etheus|tool)|grafana|OpenTelemetry|OTEL_|traced|^(is|start|stop|set|create)?tracing(\.ts)?$|trace(Statements|OfRequest)|RequestSpan|^monitoring$/i,
  // Not the metrics that a HorizontalPodAutoscaler names.
  prose:
    /(?<!^\s*)\bmetrics(Observer)?\b|METRICS_PORT|Prometheus|Grafana|OpenTelemetry|OTEL_|(?<!stack )\btraces\b|\balerts?\b(?!\()|alerts\.yml|monitoring|\b(atrium|nodejs)_[a-z]+_/,
  leftover:
    /METRICS_PORT|prom-client|Prometheus|Grafana|OpenTelemetry|OTEL_|\btracing\b|alerts\.yml/i,
};
