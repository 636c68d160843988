/** Dry runs: `rateLimit(dryRun: true)` answers what a document costs, and nothing else of it is executed. */
import { type DocumentNode, type FieldNode, getOperationAST } from 'graphql';
import type { Price } from './actual-cost.ts';
import { createArgumentReader } from './argument-reader.ts';
import type { OperationArgs } from './request-limits.ts';

/** Whether one of the fields has `dryRun: true`. */
function isDry(
  rateLimits: readonly FieldNode[],
  { document, operationName, variableValues }: OperationArgs,
): boolean {
  const operation = getOperationAST(document, operationName);
  if (!operation) return false;
  const { argument } = createArgumentReader(operation, variableValues ?? {});
  return rateLimits.some((node) => argument(node.arguments, 'dryRun') === true);
}

/** The operation with `rateLimit` only; undefined if it is no dry run. */
export function toDryRun(args: OperationArgs, { rateLimits }: Price): OperationArgs | undefined {
  if (rateLimits.length === 0 || !isDry(rateLimits, args)) return undefined;
  const { document, operationName } = args;
  const operation = getOperationAST(document, operationName);
  const reduced: DocumentNode = {
    ...document,
    definitions: document.definitions.map((definition) =>
      definition === operation
        ? { ...definition, selectionSet: { kind: 'SelectionSet', selections: rateLimits } }
        : definition,
    ) as DocumentNode['definitions'],
  };
  return { ...args, document: reduced };
}
