import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { schema } from '#tests/support/schema.ts';

export type TextInput = { what: string; document: string; variables(text: string): object };

const isText = (type: GraphQLInputType) => ['String', 'ID'].includes(getNamedType(type).name);

function sample(type: GraphQLInputType) {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues()[0]?.name : 'a.example';
}

function textInputsOf(kind: string, field: string, argument: GraphQLArgument): TextInput[] {
  const type = getNamedType(argument.type);
  const leaf = kind === 'mutation' ? '{ errors { code } }' : '{ __typename }';
  const document = `${kind} ($value: ${argument.type}) { ${field}(${argument.name}: $value) ${leaf} }`;
  if (isText(type)) {
    return [{ what: `${field} ${argument.name}`, document, variables: (value) => ({ value }) }];
  }
  if (!isInputObjectType(type)) return [];
  const fields = Object.values(type.getFields());
  const required = fields.filter((each) => isNonNullType(each.type));
  const base = Object.fromEntries(required.map((each) => [each.name, sample(each.type)]));
  return fields
    .filter((each) => isText(each.type))
    .map(({ name: key }) => ({
      what: `${field} ${key}`,
      document,
      variables: (text) => ({ value: { ...base, [key]: text } }),
    }));
}

export const textInputs = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((argument) =>
      textInputsOf(type === schema.getMutationType() ? 'mutation' : 'query', field.name, argument),
    ),
  ),
);
