import { setTracer } from '#server/log/tracing.ts';
import type { Settings } from '#server/settings.ts';

export async function startTracing({ traces, trustedProxies }: Settings): Promise<void> {
  if (!traces) return;
  const { createTracer } = await import('./open-telemetry.ts');
  setTracer(await createTracer({ trustedProxies, env: process.env }));
}
