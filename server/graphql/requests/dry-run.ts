/** Dry runs: `rateLimit(dryRun: true)` returns a document's cost without executing its other fields. */

import type { Price } from '@atrium/query-cost/actual-cost';
import { createArgumentReader } from '@atrium/query-cost/argument-reader';
import { type DocumentNode, type FieldNode, getOperationAST } from 'graphql';
import type { OperationArgs } from '#server/graphql/limits/request-limits.ts';

function isDry(
  reports: readonly FieldNode[],
  { document, operationName, variableValues }: OperationArgs,
): boolean {
  const operation = getOperationAST(document, operationName);
  if (!operation) return false;
  const { argument } = createArgumentReader(operation, variableValues ?? {});
  return reports.some((node) => argument(node.arguments, 'dryRun') === true);
}

/** Reduces an operation to `rateLimit`. Returns undefined unless it is a dry run. */
export function toDryRun(args: OperationArgs, { reports }: Price): OperationArgs | undefined {
  if (reports.length === 0 || !isDry(reports, args)) return undefined;
  const { document, operationName } = args;
  const operation = getOperationAST(document, operationName);
  const reduced: DocumentNode = {
    ...document,
    definitions: document.definitions.map((definition) =>
      definition === operation
        ? { ...definition, selectionSet: { kind: 'SelectionSet', selections: reports } }
        : definition,
    ) as DocumentNode['definitions'],
  };
  return { ...args, document: reduced };
}
