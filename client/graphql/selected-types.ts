import type { Operation } from 'urql';
import { fieldsByType } from './cache-types.generated.ts';

export type RecordType = keyof typeof fieldsByType;
type Document = Operation['query'];
type Definition = Document['definitions'][number];
type Selection = Extract<
  Definition,
  { kind: `OperationDefinition` }
>['selectionSet']['selections'][number];

/** Organizations and what their pages show. */
export const organizationTypes = ['Organization', 'Member', 'Team', 'Invitation'] as const;

export function selectsType(document: Document, types: readonly RecordType[]): boolean {
  const wanted = new Set<string>(types.flatMap((type) => [type, ...fieldsByType[type]]));
  const isWanted = (node: Definition | Selection): boolean => {
    const type = 'typeCondition' in node && node.typeCondition?.name.value;
    if (wanted.has(type || (node.kind === 'Field' ? node.name.value : ''))) return true;
    return 'selectionSet' in node && (node.selectionSet?.selections.some(isWanted) ?? false);
  };
  return document.definitions.some(isWanted);
}
