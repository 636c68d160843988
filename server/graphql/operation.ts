/** Runs operations: the part of a request that both ways into the schema share. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  getOperationAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ChangeCookie } from '#server/auth/change-cookie.ts';
import { brief } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { isTracing, tracedAround } from '#server/log/tracing.ts';
import { actualPoints } from './actual-cost.ts';
import type { Context, ContextServices } from './context.ts';
import { reportCost, showsCost } from './cost-report.ts';
import { toDryRun } from './dry-run.ts';
import { completeErrors } from './error-extensions.ts';
import { apiError, maskError } from './errors.ts';
import { executeDocument } from './execute-document.ts';
import { createIdempotency } from './idempotency.ts';
import { maxCost, maxCostPerEvent } from './limits.ts';
import type { MutationRateLimit } from './mutation-rate-limit.ts';
import { createPointBudgets, type RequestCost } from './point-budget.ts';
import { priceOf } from './price-cache.ts';
import { principalOf, tokenIdOf } from './principal.ts';
import { noteOperationType } from './replica-reads.ts';
import {
  boundBytes,
  type OperationArgs,
  overBudget,
  overMutationLimit,
  startBounds,
  tooCostly,
} from './request-limits.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

type OperationDeps = {
  services: ContextServices;
  spend: MutationRateLimit;
  trusted: TrustedDocuments;
  changeCookie: ChangeCookie;
};

/** Notes the operation's name for the log. */
function noteOperation({ document, operationName }: OperationArgs): void {
  const request = currentRequest();
  const operation = getOperationAST(document, operationName);
  if (request && operation) request.operation = brief(operation.name?.value ?? operation.operation);
}

function notePoints(points: number): void {
  const request = currentRequest();
  if (request) request.points = points;
}

function tracedOperation<Result>(type: string, run: () => Promise<Result>): Promise<Result> {
  const name = brief(`${type} ${currentRequest()?.operation ?? ''}`);
  const attributes = { 'graphql.operation.type': type };
  return tracedAround(name, { kind: 'internal', attributes }, run);
}

export function createOperations({ services, spend, trusted, changeCookie }: OperationDeps) {
  const { settings, log, database } = services;
  const executeOnce = createIdempotency(services, mask);
  const budgetOf = createPointBudgets(settings.pointsPerMinute);

  /** The error of a session with a document that is not the client's, where only those are executed. */
  function notTrusted({ document, contextValue: { viewer } }: OperationArgs) {
    if (!settings.trustedDocumentsOnly || !viewer || tokenIdOf(viewer)) return undefined;
    if (trusted.has(document.loc?.source.body)) return undefined;
    return apiError(
      'TRUSTED_DOCUMENT_REQUIRED',
      'With a session, only the documents of the pages are executed. Reload the page, or use an access token.',
    );
  }

  function costOf(context: Context, requested: number): RequestCost {
    const { key, share } = principalOf(context, settings);
    return { requested, budget: budgetOf(tokenIdOf(context.viewer) ?? key, share) };
  }

  /** Hides the details of an internal error, and logs it. */
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

  /** Executes a query or mutation within its limits. Errors are not masked yet. */
  async function run(args: OperationArgs): Promise<ExecutionResult> {
    noteOperation(args);
    const untrusted = notTrusted(args);
    if (untrusted) return { errors: [untrusted] };
    const { contextValue } = args;
    const price = priceOf(args);
    const cost = costOf(contextValue, price.points);
    contextValue.cost = cost;
    const dryRun = toDryRun(args, price);
    if (dryRun) return execute(dryRun);
    const excess = tooCostly(price.points, maxCost) ?? overBudget(price.points, cost.budget);
    if (excess) return { errors: [excess] };
    const flood = await overMutationLimit(args, { settings, spend });
    if (flood) {
      cost.budget.giveBack(price.points);
      return { errors: [flood] };
    }
    const result = await executeOnce(args, () => execute(args));
    const actual = actualPoints(price, result.data);
    cost.budget.giveBack(price.points - actual);
    notePoints(actual);
    return showsCost(contextValue) ? reportCost(result, cost, actual) : result;
  }

  async function execute(args: OperationArgs): Promise<ExecutionResult> {
    const { document, operationName, contextValue } = args;
    const type = getOperationAST(document, operationName)?.operation;
    noteOperationType(type, contextValue, changeCookie);
    const endBounds = startBounds();
    const run = async () => executeDocument(args as ExecutionArgs);
    try {
      return await (isTracing() ? tracedOperation(type ?? '', run) : run());
    } finally {
      endBounds();
      if (currentRequest()?.hasChanged) database.$replicas()?.noteChange();
    }
  }

  /** The same for Yoga, which masks errors itself and executes subscriptions. */
  const plugin: Plugin<Context> = {
    onExecute: ({ setExecuteFn }) => setExecuteFn(run as never),
    onSubscribe({ args, setResultAndStopExecution }) {
      noteOperation(args as OperationArgs);
      const { points } = priceOf(args as OperationArgs);
      const { budget } = costOf((args as OperationArgs).contextValue, points);
      const error =
        notTrusted(args as OperationArgs) ??
        tooCostly(points, maxCostPerEvent) ??
        overBudget(points, budget);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
    onResultProcess({ result }) {
      for (const each of Array.isArray(result) ? result : [result])
        complete(each as ExecutionResult);
    },
  };

  /** Completes a result with masked errors. */
  function complete(result: ExecutionResult): void {
    completeErrors(log, result);
    boundBytes(result);
  }

  /** An executed result as clients may see it. */
  function finish(executed: ExecutionResult): ExecutionResult {
    const { errors } = executed;
    const result = errors ? { ...executed, errors: errors.map(mask) } : executed;
    complete(result);
    return result;
  }

  return {
    plugin,
    mask,

    /** Executes a query or mutation, and returns the result as clients may see it. */
    async execute(args: OperationArgs): Promise<ExecutionResult> {
      return finish(await run(args));
    },

    /** The same for a viewer who is yet to be confirmed. Undefined, with nothing logged, if they are not. */
    async executeAhead(
      args: OperationArgs,
      isConfirmed: Promise<boolean>,
    ): Promise<ExecutionResult | undefined> {
      const [executed, isRight] = await Promise.all([run(args), isConfirmed]);
      return isRight ? finish(executed) : undefined;
    },
  };
}
