import { priced } from '@atrium/query-cost/price';
import type * as z from 'zod/mini';
import { eventColumns, eventValues, withEvents } from '#server/database/audit-events.ts';
import { newId } from '#server/database/ids.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { ofOrganizations } from '#server/graphql/building/without-organizations.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError, toUserErrors, type UserError } from '#server/graphql/errors.ts';
import { requireVisibleOrganization } from '#server/organizations/policy.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import {
  descriptionFormat,
  fieldErrors,
  linkFormat,
  nameFormat,
  organizationErrors,
} from './formats.ts';
import { eventOf, requireCanChange } from './policy.ts';
import { Repository } from './schema.ts';

type NewRepository = z.output<typeof repositoryRules> & {
  id: string;
  organizationId: string | null;
  place: number;
};

const columns = ['id', 'organizationId', ...Object.keys(repositoryRules.shape)]
  .map((name) => `"${name}"`)
  .join(', ');

/** Skips names taken by other repositories or earlier rows. The first parameter is the rows as JSON. */
const insert = `
  WITH "written" AS (
    INSERT INTO "repository" (${columns}, "createdAt", "updatedAt")
    SELECT ${columns}, now(), now() FROM json_populate_recordset(NULL::"repository", $1::json)
    ON CONFLICT DO NOTHING RETURNING "id", "name", "organizationId"
  )
  ${withEvents('written', 2)}
  SELECT "id" FROM "written"`;

class Undone extends Error {
  readonly ids: string[];

  constructor(ids: string[]) {
    super('Only validated.');
    this.ids = ids;
  }
}

async function addRows(
  context: Context,
  rows: readonly NewRepository[],
  validateOnly: boolean,
): Promise<string[]> {
  const event = eventOf(context, { kind: 'repository_created', byManagerWith: 'create' });
  const values = [
    JSON.stringify(rows),
    ...eventColumns(rows.map(({ id }) => eventValues(event, id))),
  ];
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
  const { database } = context;
  if (!validateOnly) return idsOf(await database.$named({ text: insert, writes: true }, values));
  try {
    return await database.$transaction(async (transaction): Promise<string[]> => {
      throw new Undone(idsOf(await transaction.$queryRawUnsafe(insert, ...values)));
    });
  } catch (error) {
    if (error instanceof Undone) return error.ids;
    throw error;
  }
}

const RepositoryInput = builder.inputType('RepositoryInput', {
  description: 'A repository to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
    link: t.string({ required: true, description: `Link. ${linkFormat}.` }),
    description: t.string({ description: `Description. ${descriptionFormat}.` }),
  }),
});

defineMutation('createRepositories', {
  description: 'Creates repositories. If some are refused, the others are still created.',
  authScopes: { canSomewhere: 'repository:create' },
  audit: ['repository_created'],
  errors: [...fieldErrors, ...organizationErrors],
  input: {
    description: 'The repositories to create.',
    fields: (t) => ({
      repositories: t.field({
        type: [RepositoryInput],
        required: true,
        description: `The repositories, 1 to ${limits.nodesMax}. The errors of one name its position and field: \`["repositories", "3", "name"]\`.`,
      }),
      organizationId: t.id({
        description:
          'ID of the organization that the repositories belong to. Omit for the whole installation.',
        extensions: ofOrganizations,
      }),
      validateOnly: t.boolean({
        description: 'Creates nothing: `errors` says what would be refused. Default: false.',
      }),
    }),
  },
  resolve: async ({ organizationId = null, ...input }, context, info) => {
    requireVisibleOrganization(context, organizationId);
    requireCanChange(context, 'create', organizationId);
    const { repositories: given } = input;
    if (given.length < 1 || given.length > limits.nodesMax) {
      throw apiError(
        'BAD_REQUEST',
        `\`repositories\` must hold 1 to ${limits.nodesMax} repositories.`,
      );
    }
    const errors: UserError[] = [];
    const rows = given.flatMap((fields, place): NewRepository[] => {
      try {
        const data = { id: newId('Repository'), organizationId, ...valid(repositoryRules, fields) };
        return [{ ...data, place }];
      } catch (error) {
        for (const { code, field = [] } of toUserErrors(error) ?? []) {
          errors.push({ code, field: ['repositories', String(place), ...field] });
        }
        return [];
      }
    });
    const validateOnly = input.validateOnly ?? false;
    const added = rows.length > 0 ? await addRows(context, rows, validateOnly) : [];
    for (const { id, place } of rows) {
      if (added.includes(id)) continue;
      errors.push({
        code: 'NAME_ALREADY_USED',
        field: ['repositories', String(place), 'name'],
      });
    }
    if (validateOnly || added.length === 0) return { repositories: [], errors };
    const repositories = await context.database.repository.findMany({
      ...selection(context, info, { paths: [['repositories']], columns: ['organizationId'] }),
      where: { id: { in: added } },
      orderBy: { id: 'asc' },
    });
    return { repositories, errors };
  },
  payload: (t) => ({
    repositories: t.field({
      type: [Repository],
      nullable: true,
      extensions: priced({ statements: 1, entries: limits.nodesMax }),
      description:
        'The new repositories. Empty with `validateOnly`, null if the input was refused as a whole.',
      resolve: (result) => result.repositories,
    }),
  }),
});
