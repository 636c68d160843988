/** Dry runs: `rateLimit(dryRun: true)` returns a document's cost without executing its other fields. */

import type { Price } from '@atrium/query-cost/actual-cost';
import { createArgumentReader } from '@atrium/query-cost/argument-reader';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { OperationArgs } from '#server/graphql/limits/request-limits.ts';

/** Reduces an operation to `reports`, which are its fields `rateLimit`. Returns undefined unless it is a dry run. */
export function toDryRun(
  args: OperationArgs,
  operation: OperationDefinitionNode,
  { reports }: Price,
): OperationArgs | undefined {
  const { document, variableValues } = args;
  const { argument } = createArgumentReader(operation, variableValues ?? {});
  if (!reports.some((node) => argument(node.arguments, 'dryRun') === true)) return undefined;
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
