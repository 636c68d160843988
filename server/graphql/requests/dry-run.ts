/** Dry runs: `rateLimit(dryRun: true)` returns a document's cost without executing its other fields. */
import { type DocumentNode, type FieldNode, getOperationAST } from 'graphql';
import type { Price } from '#server/graphql/limits/actual-cost.ts';
import { createArgumentReader } from '#server/graphql/limits/argument-reader.ts';
import type { OperationArgs } from '#server/graphql/limits/request-limits.ts';

function isDry(
  rateLimits: readonly FieldNode[],
  { document, operationName, variableValues }: OperationArgs,
): boolean {
  const operation = getOperationAST(document, operationName);
  if (!operation) return false;
  const { argument } = createArgumentReader(operation, variableValues ?? {});
  return rateLimits.some((node) => argument(node.arguments, 'dryRun') === true);
}

/** Reduces an operation to `rateLimit`. Returns undefined unless it is a dry run. */
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
