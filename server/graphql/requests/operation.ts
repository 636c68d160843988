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
import type { MutationRateLimit } from '#server/auth/limits/mutation-rate-limit.ts';
import type { Context, ContextServices } from '#server/graphql/context.ts';
import { apiError, maskError } from '#server/graphql/errors.ts';
import {
  createPointBudgets,
  mutationPrincipal,
  principalsOf,
  type RequestCost,
  tokenIdOf,
} from '#server/graphql/limits/budgets.ts';
import { coercionLimits, maxCostPerEvent } from '#server/graphql/limits/limits.ts';
import { priceOf } from '#server/graphql/limits/price.ts';
import {
  chargeInvalid,
  countMutations,
  type OperationArgs,
  overBudget,
  startBounds,
  tooCostly,
} from '#server/graphql/limits/request-limits.ts';
import { brief } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { isTracing, tracedAround } from '#server/log/tracing.ts';
import { maxCost } from '#server/settings/sign-in.ts';
import { boundBytes, completeErrors, reportCost, showsCost } from './result.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

type OperationDeps = {
  services: ContextServices;
  spend: MutationRateLimit;
  trusted: TrustedDocuments;
  execute?: Execute | undefined;
};

const operationOf = ({ document, operationName }: OperationArgs) =>
  getOperationAST(document, operationName) ?? undefined;

function noteOperation(operation: OperationDefinitionNode | undefined): void {
  const request = currentRequest();
  if (request && operation) request.operation = brief(operation.name?.value ?? operation.operation);
}

function notePoints(points: number): void {
  const request = currentRequest();
  if (request) request.points = points;
}

function tracedOperation<Result>(type: string, run: () => Promise<Result>) {
  const name = brief(`${type} ${currentRequest()?.operation ?? ''}`);
  const attributes = { 'graphql.operation.type': type };
  return () => tracedAround(name, { kind: 'internal', attributes }, run);
}

export function createOperations({
  services,
  spend,
  trusted,
  execute: executeDocument = executeByGraphql,
}: OperationDeps) {
  const { settings, log } = services;
  const budgetOf = createPointBudgets(settings.pointsPerMinute);

  /** Error for a session's document that isn't one of the client's, if only those are allowed. */
  function notTrusted({ document, contextValue: { viewer } }: OperationArgs) {
    if (!settings.trustedDocumentsOnly || !viewer || tokenIdOf(viewer)) return undefined;
    if (trusted.has(document.loc?.source.body)) return undefined;
    return apiError(
      'TRUSTED_DOCUMENT_REQUIRED',
      'With a session, only the documents of the pages are executed. Reload the page. An access token executes any.',
    );
  }

  const budgetFor = ({ viewer }: Pick<Context, 'viewer'>) =>
    budgetOf(...principalsOf({ viewer, demo: settings.demo }));

  function costOf(context: Context, requested: number): RequestCost {
    const mutations = mutationPrincipal({ viewer: context.viewer, demo: settings.demo });
    return { requested, budget: budgetFor(context), readMutations: () => spend.read(mutations) };
  }

  function mask(error: unknown): GraphQLError {
    const masked = maskError(error);
    if (masked.extensions.code === 'INTERNAL_ERROR' && masked !== error) {
      const { originalError } = error as { originalError?: Error };
      log.error(
        { requestId: currentRequest()?.requestId, err: originalError ?? error },
        'graphql.failed',
      );
    }
    return masked;
  }

  /** Executes a query or mutation within its limits. Doesn't mask errors. */
  async function run(args: OperationArgs): Promise<ExecutionResult> {
    const operation = operationOf(args);
    noteOperation(operation);
    const untrusted = notTrusted(args);
    if (untrusted) return { errors: [untrusted] };
    const { contextValue } = args;
    const points = priceOf(args);
    const cost = costOf(contextValue, points);
    contextValue.cost = cost;
    const excess = tooCostly(points, maxCost) ?? overBudget(points, cost.budget);
    if (excess) return { errors: [excess] };
    const mutation = operation?.operation === 'mutation' ? { ...args, operation } : undefined;
    const flood = mutation && (await countMutations(mutation, cost, { settings, spend }));
    if (flood) return { errors: [flood] };
    notePoints(points);
    const result = await execute(args);
    return showsCost(contextValue) ? reportCost(result, cost, settings) : result;
  }

  async function execute(args: OperationArgs): Promise<ExecutionResult> {
    const endBounds = startBounds();
    let run = async () => executeDocument({ ...args, options: coercionLimits } as ExecutionArgs);
    if (isTracing()) run = tracedOperation(operationOf(args)?.operation ?? '', run);
    try {
      return await run();
    } finally {
      endBounds();
    }
  }

  const plugin: Plugin<Context> = {
    onExecute: ({ setExecuteFn }) => setExecuteFn((args) => run(args as OperationArgs)),
    onSubscribe({ args, setResultAndStopExecution }) {
      noteOperation(operationOf(args as OperationArgs));
      const points = priceOf(args as OperationArgs);
      const { budget } = costOf((args as OperationArgs).contextValue, points);
      const error =
        notTrusted(args as OperationArgs) ??
        tooCostly(points, maxCostPerEvent) ??
        overBudget(points, budget);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
    onResultProcess({ result, setResult }) {
      if (!isAsyncIterable(result)) setResult(complete(result as ExecutionResult));
    },
  };

  const complete = (result: ExecutionResult) => boundBytes(completeErrors(log, result));

  return {
    plugins: [plugin, chargeInvalid(budgetFor)],
    mask,
  };
}
