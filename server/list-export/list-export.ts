/** How features export their lists as files. Each feature's `list-export.ts` is discovered by its name. */
import {
  coerceInputValue,
  GraphQLInputObjectType,
  GraphQLNonNull,
  type GraphQLSchema,
  validateInputValue,
} from 'graphql';
import type { EntityModel } from '#server/entities.ts';
import type { Direction } from '#server/graphql/building/keyset.ts';
import { newestFirst } from '#server/graphql/building/lists.ts';
import type { Asking } from '#server/graphql/building/visible-records.ts';
import { badRequest, invalidRequest } from '#server/graphql/errors.ts';
import type { Permission } from '#shared/permissions.ts';

/** Every sort order ends with the ID. */
export type ExportRow = { id: string; [column: string]: unknown };

/** A column of the table, or a value under a header of its own. */
export type Column<Row = ExportRow, Name = string> =
  | Name
  | { header: string; value(row: Row): string | Date | null };

export type Order = { field: string; direction: Direction };

export type ListExport<Row extends ExportRow = ExportRow, Args extends object = object> = {
  name: string;
  /** The API's list, whose arguments the export takes. */
  field: string;
  model: EntityModel;
  permission: Permission;
  /** Requires a proof of identity within the last minutes. */
  fresh?: true;
  columns: readonly Column<Row>[];
  /** Parameters of the URL besides `variables`. */
  parameters?: readonly string[];
  /** Conditions of the API's list and of `parameters`. */
  conditions(args: Args, context: Asking, search: URLSearchParams): object[];
};

export function defineExport<Row extends ExportRow, Args extends object>(
  declared: ListExport<Row, Args> & { columns: readonly Column<Row, keyof Row & string>[] },
): ListExport {
  return declared;
}

/** Exports are not paged. */
const pageArguments = new Set(['first', 'last', 'after', 'before']);

function rejectNul(_name: string, value: unknown): unknown {
  // PostgreSQL stores no NUL.
  if (typeof value === 'string' && value.includes('\0')) throw new Error('NUL');
  return value;
}

/** Reads a list's arguments from the parameter `variables`, as the API does. */
export function createArgumentReader(schema: GraphQLSchema, declared: ListExport) {
  const parameters = new Set(['variables', ...(declared.parameters ?? [])]);
  const { args = [] } = schema.getQueryType()?.getFields()[declared.field] ?? {};
  const taken = args.filter(({ name }) => !pageArguments.has(name));
  const fields = Object.fromEntries(taken.map(({ name, type }) => [name, { type }]));
  const type = new GraphQLNonNull(new GraphQLInputObjectType({ name: 'Variables', fields }));

  /** @throws BAD_REQUEST for unknown parameters, and for variables that the API would reject */
  return (search: URLSearchParams) => {
    const unknown = [...search.keys()].find((name) => !parameters.has(name));
    if (unknown !== undefined) throw badRequest(`The parameter \`${unknown}\` is unknown.`);
    let variables: unknown;
    try {
      variables = JSON.parse(search.get('variables') || '{}', rejectNul);
    } catch {
      throw badRequest('The parameter `variables` is not JSON, or contains NUL.');
    }
    validateInputValue(variables, type, (error) => {
      throw invalidRequest(error);
    });
    const given = coerceInputValue(variables, type) as { orderBy?: Order | null };
    return { ...given, orderBy: given.orderBy ?? newestFirst };
  };
}
