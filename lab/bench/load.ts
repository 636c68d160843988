import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Target } from './targets.ts';
import { cpuSeconds } from './usage.ts';
import {
  type Answer,
  terms,
  type Values,
  type WorkloadName,
  workloads,
  writes,
} from './workloads.ts';

/** Number of different requests that are sent in turn. */
const variety = 200;

const timeoutSeconds = 30;

export type Figures = {
  rate: number;
  p50: number;
  p99: number;
  /** Ratio of requests without a correct answer. */
  refused: number;
  server: number;
  database: number;
};

export type ValuesOf = (index: number) => Values;

export function valuesFor(ids: readonly string[], cursor: string): ValuesOf {
  const pick = (values: readonly string[], index: number) => values[index % values.length] ?? '';
  return (index) => ({
    id: pick(ids, index),
    term: pick(terms, index),
    name: `bench-${randomUUID()}`,
    cursor,
  });
}

function bodyOf({ dialect }: Target, name: WorkloadName, values: Values): string {
  const { variables, ...question } = dialect[name];
  return JSON.stringify({ ...question, variables: variables(values) });
}

export async function ask(target: Target, name: WorkloadName, values: Values): Promise<Answer> {
  const { url, headers } = target;
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: bodyOf(target, name, values),
  });
  const { data, errors } = await response.json();
  if (errors || !data) {
    throw new Error(`${target.name}, ${name}: ${JSON.stringify(errors).slice(0, 500)}`);
  }
  return data;
}

export async function check(target: Target, name: WorkloadName, values: Values): Promise<void> {
  const data = await ask(target, name, values);
  if (!workloads[name].isRight(data, values)) {
    throw new Error(`${target.name}, ${name}: wrong answer ${JSON.stringify(data).slice(0, 500)}`);
  }
}

type LoadOptions = { seconds: number; connections: number; postgres: number };

export async function load(
  target: Target,
  name: WorkloadName,
  valuesOf: ValuesOf,
  { seconds, connections, postgres }: LoadOptions,
): Promise<Figures> {
  let index = 0;
  const next = () => bodyOf(target, name, valuesOf(index++));
  const requests: autocannon.Request[] =
    name === writes
      ? [{ method: 'POST', setupRequest: (request) => ({ ...request, body: next() }) }]
      : Array.from({ length: variety }, () => ({ method: 'POST', body: next() }));
  const { url, headers, pid } = target;
  const usage = () => [pid, postgres].map((each) => cpuSeconds(each) ?? Number.NaN);
  const before = usage();
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    timeout: timeoutSeconds,
    requests,
    // GraphQL reports errors with status 200 too.
    verifyBody: (body) => !String(body).includes('"errors":[{'),
  });
  const after = usage();
  const failed = result.non2xx + result.errors + result.mismatches;
  const answered = result['2xx'] - result.mismatches;
  const perRequest = (process: number) =>
    (((after[process] ?? 0) - (before[process] ?? 0)) * 1000) / answered;
  return {
    rate: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: failed / (failed + answered),
    server: perRequest(0),
    database: perRequest(1),
  };
}
