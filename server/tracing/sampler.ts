/** Sampling per https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

type Env = Readonly<Record<string, string | undefined>>;

function readRoot(name: string, argument: string | undefined): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  const ratio = Number(argument ?? 1);
  if (name !== 'traceidratio' || !(ratio >= 0 && ratio <= 1)) return new AlwaysOnSampler();
  return new TraceIdRatioBasedSampler(ratio);
}

/**
 * Reads OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. Unknown samplers record everything, which is the default.
 */
export function readSampler({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Env): Sampler {
  const [, isParentBased, name = ''] =
    /^(parentbased_)?(.*)$/.exec(OTEL_TRACES_SAMPLER ?? 'parentbased_always_on') ?? [];
  const root = readRoot(name, OTEL_TRACES_SAMPLER_ARG);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
