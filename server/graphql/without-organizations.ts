/** The schema of an installation without organizations, made of the whole one. */
import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql';
import { entities } from '#server/entities.ts';
import { enumName } from '#shared/enum-name.ts';
import { organizationErrorCodes } from '#shared/errors.ts';
import { isOrganizationEvent } from '#shared/organization-events.ts';
import { isOfOrganizations } from '#shared/permissions.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The model of the record that a mutation is about. */
    target?: string;
    /** The description where there are no organizations. */
    withoutOrganizations?: string;
  }
}

/** A field's `extensions` with its description for installations without organizations. */
export const describedWithout = (description: string) => ({ withoutOrganizations: description });

/** What belongs to organizations, and organizations themselves. */
const models = new Set<string>(
  entities.filter(({ organization }) => organization).map(({ model }) => model),
);
const types = new Set(
  [...models].flatMap((model) => [model, `${model}Connection`, `${model}Edge`]),
);

const values: Record<string, (name: string, value: unknown) => boolean> = {
  AuditEventKind: (name) => isOrganizationEvent(name),
  Permission: (_name, value) => isOfOrganizations(String(value)),
  UserErrorCode: (name) => (organizationErrorCodes as readonly string[]).includes(name),
  RecordType: (name) => [...models].some((model) => enumName(model) === name),
};

type Config = GraphQLFieldConfig<unknown, unknown>;
type Extensions = Config['extensions'] & { pothosOptions?: { authScopes?: { can?: unknown } } };

/** Whether a field requires a permission about organizations, or changes what belongs to one. */
function isField({ extensions }: Config): boolean {
  const { target = '', pothosOptions } = (extensions ?? {}) as Extensions;
  return models.has(target) || isOfOrganizations(String(pothosOptions?.authScopes?.can));
}

/** The field with its description for installations without organizations; undefined where it has none. */
function described<Field extends { extensions?: object | null | undefined }>(
  config: Field,
): Field | undefined {
  const { withoutOrganizations: description } = (config.extensions ?? {}) as Extensions;
  return description === undefined ? undefined : { ...config, description };
}

/**
 * Leaves out the types and fields of organizations, and what only they use. What refers to an organization otherwise
 * is found by its type, or by its name where it is an ID or a name.
 */
export function withoutOrganizations(schema: GraphQLSchema): GraphQLSchema {
  const mapped = mapSchema(schema, {
    [MapperKind.OBJECT_TYPE]: (type) => (types.has(type.name) ? null : undefined),
    [MapperKind.COMPOSITE_FIELD]: (config, name) =>
      isField(config) || name === 'organizationName' ? null : described(config),
    [MapperKind.INPUT_OBJECT_FIELD]: (config, name) =>
      name === 'organizationId' ? null : described(config),
    [MapperKind.ENUM_VALUE]: (config, typeName, _schema, name) =>
      values[typeName]?.(name, config.value) ? null : undefined,
  });
  return pruneSchema(mapped);
}
