/** Derives the schema for installations without organizations from the full one. */
import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql';
import { entities } from '#server/entities.ts';
import type { UserError } from '#server/graphql/errors.ts';
import type { Settings } from '#server/settings.ts';
import { enumName } from '#shared/enum-name.ts';
import { organizationErrorCodes, type UserErrorCode } from '#shared/errors.ts';
import { isOrganizationEvent } from '#shared/organization-audit-kinds.ts';
import { isOfOrganizations } from '#shared/permissions.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      organizationFields: OrganizationFieldsPlugin<Types>;
    }
  }
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Model of the record that a mutation changes. */
    target?: string;
    /** Description when organizations are disabled. By default, its sentences about them are removed. Null if the field doesn't exist then. */
    withoutOrganizations?: string | null;
  }
}

export const describedWithout = (description: string) => ({ withoutOrganizations: description });

/** Extension of a field that only says which organization a record belongs to. */
export const ofOrganizations = { withoutOrganizations: null };

const errorCodes: ReadonlySet<string> = new Set(organizationErrorCodes);

const allowedCode = (code: UserErrorCode) => (errorCodes.has(code) ? 'FORBIDDEN' : code);

/** Error codes when organizations are disabled. Organization codes become FORBIDDEN. */
export const codesWithout = (codes: readonly UserErrorCode[]): UserErrorCode[] => [
  ...new Set(codes.map(allowedCode)),
];

/** Rows created while organizations were enabled refuse what the schema has no code for. */
export const errorsWithout = (errors: readonly UserError[]): UserError[] =>
  errors.map((error) => ({ ...error, code: allowedCode(error.code) }));

/** Organizations, and models that belong to them. */
const models = new Set<string>(
  entities.filter(({ isOfOrganizations }) => isOfOrganizations).map(({ model }) => model),
);
const types = new Set(
  [...models].flatMap((model) => [model, `${model}Connection`, `${model}Edge`]),
);

const values: Record<string, (name: string, value: unknown) => boolean> = {
  AccessTokenScope: (_name, value) => isOfOrganizations(String(value)),
  AuditEventKind: (name) => isOrganizationEvent(name),
  Permission: (_name, value) => isOfOrganizations(String(value)),
  UserErrorCode: (name) => errorCodes.has(name),
  RecordType: (name) => [...models].some((model) => enumName(model) === name),
};

type Config = GraphQLFieldConfig<unknown, unknown>;

/** Whether a field says so, or changes an organization's records. */
function isField({ extensions }: Pick<Config, 'extensions'>): boolean {
  return models.has(extensions?.target ?? '') || extensions?.withoutOrganizations === null;
}

/** Removes the sentences of a description that name organizations. */
const sentencesWithout = (text: string) =>
  text
    .split(/(?<=\.) (?=[A-Z`])/)
    .filter((sentence) => !/organi[sz]ation/i.test(sentence))
    .join(' ');

type Described = {
  description?: string | null | undefined;
  extensions?: object | null | undefined;
};

function described<Field extends Described>(config: Field): Field {
  const { withoutOrganizations } = (config.extensions as Config['extensions']) ?? {};
  const description = withoutOrganizations ?? config.description;
  return description ? { ...config, description: sentencesWithout(description) } : config;
}

/** Removes the types and fields of organizations, and everything only they use. */
export function withoutOrganizations(schema: GraphQLSchema): GraphQLSchema {
  const mapped = mapSchema(schema, {
    [MapperKind.OBJECT_TYPE]: (type) => (types.has(type.name) ? null : undefined),
    [MapperKind.COMPOSITE_FIELD]: (config) => (isField(config) ? null : described(config)),
    [MapperKind.INPUT_OBJECT_FIELD]: (config) => (isField(config) ? null : described(config)),
    [MapperKind.ENUM_VALUE]: (config, typeName, _schema, name) =>
      values[typeName]?.(name, config.value) ? null : described(config),
  });
  return pruneSchema(mapped);
}

export const withoutHiddenOrganizations = (
  schema: GraphQLSchema,
  { organizations }: Pick<Settings, 'organizations'>,
): GraphQLSchema => (organizations ? schema : withoutOrganizations(schema));

/** Pothos plugin that marks the fields which require a permission of organizations. */
export class OrganizationFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const { authScopes } = field.pothosOptions as { authScopes?: { can?: unknown } };
    if (!isOfOrganizations(String(authScopes?.can))) return field;
    return { ...field, extensions: { ...field.extensions, ...ofOrganizations } };
  }
}

export const organizationFields = 'organizationFields' as const;
SchemaBuilder.registerPlugin(organizationFields, OrganizationFieldsPlugin);
