/**
 * Requests to servers of others (identity providers, a captcha): none may take us along when it is
 * slow or silent. They hold no place at work, end after a time, are limited per service and per client
 * network, and a service that fails again and again is left alone for a while (circuit breaker).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
  isBrokenCircuitError,
} from 'cockatiel';
import { clientNetwork } from './auth/client-network.ts';
import { AdmissionTimeout } from './http/request-slot.ts';
import type { Log } from './log/log.ts';
import { currentRequest } from './log/request-context.ts';

export const outboundLimits = {
  /** Milliseconds for a call, however many requests it takes: a person is waiting. */
  deadline: 8_000,
  /** Calls at once to one service, and for one client network: an office signing in is below it. */
  perService: 40,
  perNetwork: 8,
  /** Failures in a row after which a service is left alone, and for how many milliseconds. */
  failures: 5,
  pause: 10_000,
  /** Bytes of an answer. Key sets and profiles have a few thousand. */
  answerBytes: 1_000_000,
};

/** The service failed, did not answer in time, is left alone, or has too many calls already. */
export class OutboundUnavailable extends Error {}

/** Runs `work`, whose requests all go to `service`. */
export type Outbound = <T>(service: string, work: () => Promise<T>) => Promise<T>;

type Call = { signal: AbortSignal; hasFailed: boolean };
const calls = new AsyncLocalStorage<Call>();

/** Refuses bodies that do not end. */
function limitBody(response: Response, call: Call): Response {
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= outboundLimits.answerBytes) return controller.enqueue(chunk);
      call.hasFailed = true;
      controller.error(new OutboundUnavailable('too long'));
    },
  });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/**
 * Ties every `fetch` within a call to the call's end, whichever library makes it: better-auth has no
 * option for it, and a promise that is given up would leave the socket open.
 */
function boundFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const call = calls.getStore();
    if (!call) return fetch(input, init);
    const signals = [call.signal, init?.signal].filter((signal) => signal instanceof AbortSignal);
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      if (response.status >= 500) call.hasFailed = true;
      return limitBody(response, call);
    } catch (error) {
      call.hasFailed = true;
      throw error;
    }
  };
}

let isBound = false;

/** Runs `work` until it is done or its time is over. */
async function withTimeout<T>(work: () => Promise<T>, deadline: number): Promise<T> {
  const call: Call = { signal: AbortSignal.timeout(deadline), hasFailed: false };
  const late = new Promise<never>((_resolve, reject) => {
    call.signal.addEventListener('abort', () => {
      call.hasFailed = true;
      reject(call.signal.reason);
    });
  });
  const [outcome] = await Promise.allSettled([Promise.race([calls.run(call, work), late])]);
  // Libraries make of a failure what they like, also an empty answer.
  if (call.hasFailed) throw new OutboundUnavailable('failed', { cause: reasonOf(outcome) });
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

const reasonOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? outcome.reason : undefined;

/** Counts what is under way by name, up to a limit. */
function createCounter(most: number) {
  const counts = new Map<string, number>();
  return {
    isFull: (name: string) => (counts.get(name) ?? 0) >= most,
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

/** Outbound calls with their limits. */
export function createOutbound(log: Log, limits = outboundLimits): Outbound {
  if (!isBound) globalThis.fetch = boundFetch(globalThis.fetch);
  isBound = true;
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

  return async (service, work) => {
    // What a call needs on its way belongs to it.
    if (calls.getStore()) return work();
    const request = currentRequest();
    const unavailable = (why: string) => {
      if (request) request.outboundUnavailable = true;
      return new OutboundUnavailable(why);
    };
    const breaker = breakers.get(service) ?? createBreaker(service);
    breakers.set(service, breaker);
    const network = clientNetwork(request?.client ?? 'unknown');
    if (services.isFull(service) || networks.isFull(network)) throw unavailable('too many calls');
    // One call finds out whether the service is back.
    if (breaker.state === CircuitState.HalfOpen) throw unavailable('being tried');
    const call = () => withTimeout(work, limits.deadline);
    try {
      return await services.during(service, () =>
        networks.during(network, () =>
          breaker.execute(() => request?.slot?.releaseDuring(call) ?? call()),
        ),
      );
    } catch (error) {
      if (isBrokenCircuitError(error)) throw unavailable('suspended');
      if (error instanceof AdmissionTimeout) throw unavailable('no place afterwards');
      if (error instanceof OutboundUnavailable && request) request.outboundUnavailable = true;
      throw error;
    }
  };
}
