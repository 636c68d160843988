/** Runs operations within their limits. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute as executeByGraphql,
  GraphQLError,
  getOperationAST,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Key, Limits } from '#server/auth/limits/limit.ts';
import { personOf } from '#server/auth/viewer.ts';
import type { Context, ContextServices, RequestCost } from '#server/graphql/context.ts';
import { apiError, maskError, rateLimited } from '#server/graphql/errors.ts';
import { rootFields } from '#server/graphql/limits/document-limits.ts';
import { coercionLimits, maxCostPerEvent, requestBounds } from '#server/graphql/limits/limits.ts';
import { type PricedOperation, priceOf, prices } from '#server/graphql/limits/price.ts';
import type { Quota } from '#server/http/headers.ts';
import { brief } from '#server/log/log.ts';
import { isTracing, tracedOperation } from '#server/log/tracing.ts';
import { clientNetwork, clientNetworks } from '#server/network/client-address.ts';
import { maxCost } from '#server/settings/sign-in.ts';
import { boundBytes, completeErrors, reportCost, showsCost } from './result.ts';

export type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

type OperationDeps = {
  services: ContextServices;
  limits: Limits;
  /** Documents of the client. */
  trusted: { has(text: string | undefined): boolean };
  acceleratedExecute?: Execute | undefined;
};

type OperationArgs = PricedOperation & { contextValue: Context };

const figure = (count: number) => count.toLocaleString('en');

const overBudget = (cost: number, quota: Quota, retryAfter: number) =>
  rateLimited(
    `The document costs ${figure(cost)} points, but ${figure(quota.remaining)} of ${figure(quota.limit)} per minute are left.`,
    quota,
    { retryAfter, cost },
  );

export function createOperations({ services, limits, trusted, acceleratedExecute }: OperationDeps) {
  const { settings, log } = services;
  const executeDocument = acceleratedExecute ?? executeByGraphql;

  /**
   * Whom a request is charged to: a person, or an anonymous client's networks. Visitors of a demo share accounts. A person is
   * charged for all their access tokens and service accounts.
   */
  function principalsOf({ viewer, requestContext }: Pick<Context, 'viewer' | 'requestContext'>) {
    const { client = 'unknown' } = requestContext;
    const person = viewer && !settings.demo ? personOf(viewer) : undefined;
    const name = person ?? clientNetwork(client);
    const points: Key = person ?? clientNetworks(client);
    // The access tokens of a person share a count of their own: a leaked one must not keep the person from revoking it.
    return { points, mutations: viewer?.accessToken ? `tokens ${name}` : name };
  }

  function mask(error: unknown): GraphQLError {
    const masked = maskError(error);
    if (masked.extensions.code === 'INTERNAL_ERROR' && masked !== error) {
      const { originalError } = error as { originalError?: Error };
      log.error({ err: originalError ?? error }, 'graphql.failed');
    }
    return masked;
  }

  /**
   * Charges an operation.
   *
   * @throws {GraphQLError} if it costs more than `most` or what is left, or is a session's and not one of the client's,
   *   if only those are allowed. Don't execute it then.
   */
  async function charge(args: OperationArgs, most: number) {
    const { document, operationName, contextValue } = args;
    const { viewer, requestContext } = contextValue;
    const operation = getOperationAST(document, operationName) ?? undefined;
    if (operation) requestContext.operation = brief(operation.name?.value ?? operation.operation);
    const mustBeTrusted = settings.trustedDocumentsOnly && viewer && !viewer.accessToken;
    if (mustBeTrusted && !trusted.has(document.loc?.source.body)) {
      throw apiError(
        'TRUSTED_DOCUMENT_REQUIRED',
        'With a session, only the documents of the pages are executed. Reload the page. An access token executes any.',
      );
    }
    const points = priceOf(args);
    if (points > most) {
      throw apiError(
        'QUERY_TOO_COMPLEX',
        `The document costs ${figure(points)} points, the limit is ${figure(most)}. Ask for fewer entries, counts or nested lists.`,
        { cost: points, maxCost: most },
      );
    }
    const { points: principal } = principalsOf(contextValue);
    const { quota, retryAfter } = await limits.take('points', principal, points);
    if (retryAfter !== undefined) throw overBudget(points, quota, retryAfter);
    return { operation, points, quota };
  }

  /** Charges a query or mutation, and counts its mutations. @throws {GraphQLError} as `charge`, or if too few are left */
  async function chargeAll(args: OperationArgs): Promise<RequestCost> {
    const { document, contextValue } = args;
    const { operation, points, quota } = await charge(args, maxCost);
    const { mutations: principal } = principalsOf(contextValue);
    const cost: RequestCost = {
      requested: points,
      points: quota,
      readMutations: async () => (await limits.read('mutations', principal)).quota,
    };
    contextValue.cost = cost;
    if (operation?.operation === 'mutation') {
      const mutations = rootFields(document, operation);
      const { quota: counted, retryAfter } = await limits.take('mutations', principal, mutations);
      if (retryAfter !== undefined) {
        const message = `At most ${counted.limit} mutations per minute are allowed.`;
        throw rateLimited(message, counted, { retryAfter });
      }
      cost.mutations = counted;
    }
    contextValue.requestContext.points = points;
    return cost;
  }

  /** The result of an operation that isn't executed. */
  function refused(error: unknown): { errors: GraphQLError[] } {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }

  /** Executes a query or mutation within its limits. Doesn't mask errors. */
  async function runWithinLimits(args: OperationArgs): Promise<ExecutionResult> {
    const cost = await chargeAll(args).catch(refused);
    if ('errors' in cost) return cost;
    const result = await executeWithinBounds(args);
    const isShown = showsCost(args.contextValue);
    return isShown ? reportCost(result, cost, limits.rules.mutations) : result;
  }

  /** Limits statements and time, in case the document is priced too low. */
  async function executeWithinBounds(args: OperationArgs): Promise<ExecutionResult> {
    const { requestContext } = args.contextValue;
    const { database } = requestContext;
    const run = async () => executeDocument({ ...args, options: coercionLimits } as ExecutionArgs);
    database.bounds = {
      statements: database.statements + requestBounds.statements,
      deadline: performance.now() + requestBounds.milliseconds,
    };
    try {
      if (isTracing()) {
        const { operation = '' } = getOperationAST(args.document, args.operationName) ?? {};
        return await tracedOperation(operation, requestContext, run);
      }
      return await run();
    } finally {
      database.bounds = undefined;
    }
  }

  /** Parsing and validating a document takes time even if it is invalid. */
  const chargeInvalid = (context: unknown) =>
    limits.charge('points', principalsOf(context as Context).points, prices.notExecuted);

  const plugin: Plugin<Context> = {
    /** Rejects all documents before parsing if the budget is empty. */
    async onParams({ context }) {
      const { points } = principalsOf(context as Context);
      const { quota, retryAfter } = await limits.read('points', points);
      if (retryAfter !== undefined) throw overBudget(1, quota, retryAfter);
    },
    onParse:
      ({ context }) =>
      ({ result }) => {
        if (result instanceof Error) chargeInvalid(context);
      },
    onValidate:
      ({ context }) =>
      ({ valid }) => {
        if (!valid) chargeInvalid(context);
      },
    onExecute: ({ setExecuteFn }) => setExecuteFn((args) => runWithinLimits(args as OperationArgs)),
    async onSubscribe({ args, setResultAndStopExecution }) {
      const charged = await charge(args as OperationArgs, maxCostPerEvent).catch(refused);
      if ('errors' in charged) setResultAndStopExecution(charged);
    },
    onResultProcess({ result, setResult }) {
      if (isAsyncIterable(result)) return;
      setResult(boundBytes(completeErrors(log, result as ExecutionResult)));
    },
  };

  return { plugin, mask };
}
