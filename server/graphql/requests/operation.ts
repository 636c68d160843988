/** Runs operations within their limits. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute as executeByGraphql,
  type GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Limits } from '#server/auth/limits/limit.ts';
import type { Context, ContextServices } from '#server/graphql/context.ts';
import { apiError, maskError } from '#server/graphql/errors.ts';
import {
  mutationPrincipal,
  principalOf,
  type RequestCost,
  tokenIdOf,
} from '#server/graphql/limits/budgets.ts';
import { rootFields } from '#server/graphql/limits/document-limits.ts';
import { coercionLimits, maxCostPerEvent } from '#server/graphql/limits/limits.ts';
import { priceOf } from '#server/graphql/limits/price.ts';
import {
  chargeInvalid,
  type OperationArgs,
  overBudget,
  startBounds,
  tooCostly,
  tooManyMutations,
} from '#server/graphql/limits/request-limits.ts';
import { brief } from '#server/log/log.ts';
import { isTracing, tracedOperation } from '#server/log/tracing.ts';
import { maxCost } from '#server/settings/sign-in.ts';
import { boundBytes, completeErrors, reportCost, showsCost } from './result.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

type OperationDeps = {
  services: ContextServices;
  limits: Limits;
  trusted: TrustedDocuments;
  execute?: Execute | undefined;
};

const operationOf = ({ document, operationName }: OperationArgs) =>
  getOperationAST(document, operationName) ?? undefined;

const nameOf = ({ name, operation }: OperationDefinitionNode) => brief(name?.value ?? operation);

export function createOperations({
  services,
  limits,
  trusted,
  execute: executeDocument = executeByGraphql,
}: OperationDeps) {
  const { settings, log } = services;

  /** Error for a session's document that isn't one of the client's, if only those are allowed. */
  function notTrusted({ document, contextValue: { viewer } }: OperationArgs) {
    if (!settings.trustedDocumentsOnly || !viewer || tokenIdOf(viewer)) return undefined;
    if (trusted.has(document.loc?.source.body)) return undefined;
    return apiError(
      'TRUSTED_DOCUMENT_REQUIRED',
      'With a session, only the documents of the pages are executed. Reload the page. An access token executes any.',
    );
  }

  const chargedOf = ({ viewer, requestContext }: Pick<Context, 'viewer' | 'requestContext'>) => ({
    viewer,
    client: requestContext.client ?? 'unknown',
    demo: settings.demo,
  });

  const takePoints = (context: Context, points: number) =>
    limits.take('points', principalOf(chargedOf(context)), points);

  function mask(error: unknown): GraphQLError {
    const masked = maskError(error);
    if (masked.extensions.code === 'INTERNAL_ERROR' && masked !== error) {
      const { originalError } = error as { originalError?: Error };
      log.error({ err: originalError ?? error }, 'graphql.failed');
    }
    return masked;
  }

  /** Executes a query or mutation within its limits. Doesn't mask errors. */
  async function runWithinLimits(args: OperationArgs): Promise<ExecutionResult> {
    const operation = operationOf(args);
    const { requestContext } = args.contextValue;
    if (operation) requestContext.operation = nameOf(operation);
    const untrusted = notTrusted(args);
    if (untrusted) return { errors: [untrusted] };
    const { contextValue } = args;
    const points = priceOf(args);
    const excess = tooCostly(points, maxCost);
    if (excess) return { errors: [excess] };
    const taken = await takePoints(contextValue, points);
    const over = overBudget(points, taken);
    if (over) return { errors: [over] };
    const principal = mutationPrincipal(chargedOf(contextValue));
    const cost: RequestCost = {
      requested: points,
      points: taken.quota,
      readMutations: async () => (await limits.read('mutations', principal)).quota,
    };
    contextValue.cost = cost;
    if (operation?.operation === 'mutation') {
      const mutations = rootFields(args.document, operation);
      const counted = await limits.take('mutations', principal, mutations);
      const flood = tooManyMutations(counted);
      if (flood) return { errors: [flood] };
      cost.mutations = counted.quota;
    }
    requestContext.points = points;
    const result = await executeWithinBounds(args);
    return showsCost(contextValue) ? reportCost(result, cost, limits.rules.mutations) : result;
  }

  async function executeWithinBounds(args: OperationArgs): Promise<ExecutionResult> {
    const { requestContext } = args.contextValue;
    const endBounds = startBounds(requestContext);
    const run = async () => executeDocument({ ...args, options: coercionLimits } as ExecutionArgs);
    try {
      if (isTracing()) {
        return await tracedOperation(operationOf(args)?.operation ?? '', requestContext, run);
      }
      return await run();
    } finally {
      endBounds();
    }
  }

  const plugin: Plugin<Context> = {
    onExecute: ({ setExecuteFn }) => setExecuteFn((args) => runWithinLimits(args as OperationArgs)),
    async onSubscribe({ args, setResultAndStopExecution }) {
      const operation = operationOf(args as OperationArgs);
      if (operation) args.contextValue.requestContext.operation = nameOf(operation);
      const points = priceOf(args as OperationArgs);
      const error =
        notTrusted(args as OperationArgs) ??
        tooCostly(points, maxCostPerEvent) ??
        overBudget(points, await takePoints(args.contextValue as Context, points));
      if (error) setResultAndStopExecution({ errors: [error] });
    },
    onResultProcess({ result, setResult }) {
      if (!isAsyncIterable(result)) setResult(complete(result as ExecutionResult));
    },
  };

  const complete = (result: ExecutionResult) => boundBytes(completeErrors(log, result));

  return {
    plugins: [plugin, chargeInvalid(limits, (context: Context) => principalOf(chargedOf(context)))],
    mask,
  };
}
