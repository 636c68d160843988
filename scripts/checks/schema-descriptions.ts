import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';
import { fromRoot } from '#scripts/lib/task.ts';
import type { Problem } from './report.ts';

const path = 'schema.graphql';

type Element = { name: string; description?: string | null | undefined };

/** Finds elements of schema.graphql without a description, even deprecated ones, and unfilled placeholders. */
export function checkSchemaDescriptions(): Problem[] {
  const text = readFileSync(fromRoot(path), 'utf8');
  const schema = buildSchema(text);
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  const elements: Element[] = [
    { name: 'schema', description: schema.description },
    ...types.flatMap((type) => [type, ...partsOf(type)]),
    ...directives.flatMap((directive) => [
      { name: `@${directive.name}`, description: directive.description },
      ...within(`@${directive.name}`, directive.args),
    ]),
  ];
  const lines = text.split('\n');
  return [
    ...elements
      .filter(({ description }) => !description?.trim())
      .map(({ name }) => ({ path, line: 1, text: `${name} has no description` })),
    ...lines.flatMap((line, index) =>
      line.includes('{{') ? [{ path, line: index + 1, text: 'a placeholder is not filled' }] : [],
    ),
  ];
}

function partsOf(type: GraphQLNamedType): Element[] {
  if (isEnumType(type)) return within(type.name, type.getValues());
  if (isInputObjectType(type)) return within(type.name, Object.values(type.getFields()));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    ...within(type.name, [field]),
    ...within(`${type.name}.${field.name}`, field.args),
  ]);
}

const within = (parent: string, elements: readonly Element[]) =>
  elements.map(({ name, description }) => ({ name: `${parent}.${name}`, description }));
