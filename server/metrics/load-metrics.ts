import type { Settings } from '#server/settings.ts';
import type { Metrics } from './metrics.ts';

/** Undefined unless a port for metrics is set: the library isn't loaded then. */
export async function loadMetrics({ metricsPort }: Settings): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import('./metrics.ts');
  return createMetrics(metricsPort);
}
