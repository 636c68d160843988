import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { type Operation, stringifyDocument } from 'urql';
import { expect, it } from 'vitest';
import { organizationTypes, selectsType } from '#client/graphql/selected-types.ts';

type Document = Operation['query'];

const modules = import.meta.glob<Record<string, Document>>('../../client/**/*.generated.ts', {
  eager: true,
});
const queries = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(({ definitions: [first] = [] }) => first?.kind === 'OperationDefinition')
  .map((document) => [nameOf(document), document] as const);
const api = buildSchema(readFileSync('schema.graphql', 'utf8'));

function nameOf({ definitions: [first] }: Document): string {
  return (first as { name?: { value: string } } | undefined)?.name?.value ?? '';
}

function typesIn(document: Document): Set<string> {
  const names = new Set<string>();
  const info = new TypeInfo(api);
  const add = () => {
    const type = getNamedType(info.getType());
    if (type) names.add(type.name);
  };
  const text = stringifyDocument(document);
  visit(
    parse(text),
    visitWithTypeInfo(info, { Field: add, InlineFragment: add, FragmentDefinition: add }),
  );
  return names;
}

it.each(queries)('%s: as the schema says', (_name, document) => {
  const types = typesIn(document);
  for (const only of [organizationTypes, ['DeletedRepository'], ['AccessToken']] as const) {
    expect(selectsType(document, only)).toBe(only.some((type) => types.has(type)));
  }
});
