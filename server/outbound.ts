/**
 * Requests to external services. They go only to hosts that settings or their owners name, hold no admission slot, have a deadline and limits per service and client network,
 * and a circuit breaker skips failing services.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { AdmissionTimeout } from '@atrium/fair-admission';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Log } from './log/log.ts';
import { currentRequest } from './log/request-context.ts';
import { clientNetwork } from './network/client-address.ts';
import { type Hosts, send } from './network/send.ts';

export const outboundLimits = {
  /** Timeout in ms for a call, including all its requests. */
  deadline: 8_000,
  /** Concurrent calls per service and per client network. An office signing in stays below them. */
  perService: 40,
  perNetwork: 8,
  /** Consecutive failures that suspend a service, and for how many ms. */
  failures: 5,
  pause: 10_000,
  /** Maximum response size. Key sets and profiles take a few thousand bytes. */
  responseBytes: 1_000_000,
};

/** The service failed, timed out, is suspended or has too many calls. */
export class OutboundUnavailable extends Error {}

export type Outbound = {
  /** Runs `work`, whose requests all go to `service`. */
  <T>(service: string, work: () => Promise<T>): Promise<T>;
  /** Permits the hosts of `urls`, except at private addresses. Never pass what a request names. */
  allow(urls: Iterable<unknown>): void;
  /** Permits the hosts of URLs that a setting names, also at private addresses. */
  allowNamed(urls: Iterable<unknown>): void;
};

type Call = { signal: AbortSignal; hasFailed: boolean; hosts: Hosts };
const calls = new AsyncLocalStorage<Call>();

function limitBody(response: Response, call: Call): Response {
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= outboundLimits.responseBytes) return controller.enqueue(chunk);
      call.hasFailed = true;
      controller.error(new OutboundUnavailable('too long'));
    },
  });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

const hostsOf = (urls: Iterable<unknown>) =>
  [...urls].flatMap((url) => URL.parse(String(url))?.hostname ?? []);

/**
 * Aborts every `fetch` of a call at the call's deadline. better-auth has no option for it, and abandoning the promise would
 * leave the socket open. Rejects a `fetch` that a library makes for a request by itself.
 */
function boundFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const call = calls.getStore();
    if (!call) {
      if (currentRequest()) throw new OutboundUnavailable('not called through outbound');
      return fetch(input, init);
    }
    const signals = [call.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
    try {
      const request = new Request(input, { ...init, signal: AbortSignal.any(signals) });
      const response = await send(request, call.hosts);
      if (response.status >= 500) call.hasFailed = true;
      return limitBody(response, call);
    } catch (error) {
      call.hasFailed = true;
      throw error;
    }
  };
}

let isBound = false;

async function withTimeout<T>(work: () => Promise<T>, hosts: Hosts, deadline: number): Promise<T> {
  const call: Call = { signal: AbortSignal.timeout(deadline), hasFailed: false, hosts };
  const late = once(call.signal, 'abort').then(() => {
    call.hasFailed = true;
    throw call.signal.reason;
  });
  const [outcome] = await Promise.allSettled([Promise.race([calls.run(call, work), late])]);
  // Libraries may turn a failure into an empty result.
  const isRejected = outcome.status === 'rejected';
  if (call.hasFailed) {
    throw new OutboundUnavailable('failed', { cause: isRejected ? outcome.reason : undefined });
  }
  if (isRejected) throw outcome.reason;
  return outcome.value;
}

function createCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    isFull: (name: string) => (counts.get(name) ?? 0) >= max,
    async during<T>(name: string, work: () => Promise<T>): Promise<T> {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = (counts.get(name) ?? 1) - 1;
        if (left) counts.set(name, left);
        else counts.delete(name);
      }
    },
  };
}

export function createOutbound(log: Log, limits = outboundLimits): Outbound {
  if (!isBound) globalThis.fetch = boundFetch(globalThis.fetch);
  isBound = true;
  const hosts = { named: new Set<string>(), allowed: new Set<string>() };
  const services = createCounter(limits.perService);
  const networks = createCounter(limits.perNetwork);
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();

  function createBreaker(service: string) {
    const breaker = circuitBreaker(handleType(OutboundUnavailable), {
      halfOpenAfter: limits.pause,
      breaker: new ConsecutiveBreaker(limits.failures),
    });
    breaker.onBreak(() => log.warn({ service }, 'outbound.suspended'));
    breaker.onReset(() => log.info({ service }, 'outbound.resumed'));
    return breaker;
  }

  const run = async <T>(service: string, work: () => Promise<T>): Promise<T> => {
    // A nested call counts as part of the outer one.
    if (calls.getStore()) return work();
    const request = currentRequest();
    const breaker = breakers.get(service) ?? createBreaker(service);
    breakers.set(service, breaker);
    const network = clientNetwork(request?.client ?? 'unknown');
    if (services.isFull(service) || networks.isFull(network))
      throw new OutboundUnavailable('too many calls');
    // A single call is testing whether the service is back.
    if (breaker.state === CircuitState.HalfOpen) throw new OutboundUnavailable('being tested');
    const call = () => withTimeout(work, hosts, limits.deadline);
    try {
      return await services.during(service, () =>
        networks.during(network, () =>
          breaker.execute(() => request?.slot?.releaseDuring(call) ?? call()),
        ),
      );
    } catch (error) {
      if (isBrokenCircuitError(error)) throw new OutboundUnavailable('suspended');
      if (error instanceof AdmissionTimeout) throw new OutboundUnavailable('no slot afterwards');
      throw error;
    }
  };
  return Object.assign(run, {
    allow(urls: Iterable<unknown>) {
      for (const host of hostsOf(urls)) hosts.allowed.add(host);
    },
    allowNamed(urls: Iterable<unknown>) {
      for (const host of hostsOf(urls)) hosts.named.add(host);
    },
  });
}
