import type * as z from 'zod/mini';
import type { Transaction } from '#server/database/client.ts';
import { eventColumns, eventValues, withEvents } from '#server/features/audit-log/audit-log.ts';
import { requireVisibleOrganization } from '#server/features/organization/policy.ts';
import { builder } from '#server/graphql/builder.ts';
import {
  findUses,
  idErrors,
  type NewRecord,
  newIdField,
  newRecord,
  usedIdRows,
} from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordResults, recordsPayload } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError, toUserErrors, type UserError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import {
  descriptionFormat,
  fieldErrors,
  linkFormat,
  nameFormat,
  organizationErrors,
} from './mutations.ts';
import { eventOf, requireCanChange } from './policy.ts';
import { writtenColumns } from './service.ts';

type NewRepository = z.output<typeof repositoryRules> &
  NewRecord & { organizationId: string | null; place: number };

/** Skips names taken by other repositories or earlier rows. The first parameter is the rows as JSON. */
const insert = `
  WITH "written" AS (
    INSERT INTO "repository" (${writtenColumns}, "createdAt", "updatedAt")
    SELECT ${writtenColumns}, now(), now() FROM json_populate_recordset(NULL::"repository", $1::json)
    ON CONFLICT DO NOTHING RETURNING "id", "name", "organizationId"
  )
  ${withEvents('written', 2)}
  SELECT "id" FROM "written"`;

/** Rolls back what was only validated. */
const undone = new Error('Only validated.');

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

type Inserted = { context: Context; rows: readonly NewRepository[] };

function insertValues({ context, rows }: Inserted) {
  const event = eventOf(context, 'repository_created');
  const events = rows.map(({ id }) => eventValues(event, id));
  return [JSON.stringify(rows), ...eventColumns(events)];
}

/** Reserves the IDs that the client has chosen, and inserts the rows whose IDs and names are free. */
async function insertReserved(
  context: Context,
  transaction: Transaction,
  rows: readonly NewRepository[],
): Promise<string[]> {
  // Ordered by ID to avoid deadlocks.
  const data = usedIdRows(rows).sort((one, other) => (one.id < other.id ? -1 : 1));
  const reserved = await transaction.usedId.createManyAndReturn({ data, skipDuplicates: true });
  const free = new Set(idsOf(reserved));
  const fresh = rows.filter(({ id, hashes }) => hashes.length === 0 || free.delete(id));
  const values = insertValues({ context, rows: fresh });
  const inserted = idsOf(await transaction.$queryRawUnsafe<{ id: string }[]>(insert, ...values));
  const skipped = idsOf(reserved).filter((id) => !inserted.includes(id));
  if (skipped.length > 0) await transaction.usedId.deleteMany({ where: { id: { in: skipped } } });
  return inserted;
}

async function addRows(
  context: Context,
  rows: readonly NewRepository[],
  validateOnly: boolean,
): Promise<string[]> {
  const { database } = context;
  if (!validateOnly && rows.every(({ hashes }) => hashes.length === 0)) {
    const values = insertValues({ context, rows });
    return idsOf(await database.$named<{ id: string }>({ text: insert, writes: true }, values));
  }
  let ids: string[] = [];
  const adding = database.$transaction(async (transaction) => {
    ids = await insertReserved(context, transaction, rows);
    if (validateOnly) throw undone;
  });
  await adding.catch((error) => {
    if (error !== undone) throw error;
  });
  return ids;
}

/** Which of the rows that were not added are there already, because the request is repeated, and errors for the others. */
async function explain(context: Context, rows: readonly NewRepository[]) {
  const chosen = rows.filter(({ hashes }) => hashes.length > 0);
  const { repeated, used } = await findUses(context, 'Repository', chosen);
  const errors = rows
    .filter((row) => !repeated.includes(row))
    .map(({ id, place }): UserError => {
      const [code, field] = used.has(id)
        ? (['ID_ALREADY_USED', 'id'] as const)
        : (['NAME_ALREADY_USED', 'name'] as const);
      return { code, field: ['repositories', String(place), field] };
    });
  return { repeated: idsOf(repeated), errors };
}

const RepositoryInput = builder.inputType('RepositoryInput', {
  description: 'A repository to create.',
  fields: (t) => ({
    id: newIdField(t, 'Repository'),
    name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
    link: t.string({ required: true, description: `Link. ${linkFormat}.` }),
    description: t.string({ description: `Description. ${descriptionFormat}.` }),
  }),
});

defineMutation('createRepositories', {
  description: 'Creates repositories. If some are refused, the others are still created.',
  authScopes: { canSomewhere: 'repository:create' },
  audit: ['repository_created'],
  errors: [...fieldErrors, ...organizationErrors, ...idErrors],
  input: (t) => ({
    repositories: t.field({
      type: [RepositoryInput],
      required: true,
      description: `The repositories, 1 to ${limits.nodesMax}. The errors of one name its position and field: \`["repositories", "3", "name"]\`.`,
    }),
    organizationId: t.id({
      description: 'ID of their organization. Omit for the whole installation.',
    }),
    validateOnly: t.boolean({
      description: 'Creates nothing: `errors` says what would be refused. Default: false.',
    }),
  }),
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
    const rows = given.flatMap(({ id, ...fields }, place): NewRepository[] => {
      try {
        const sent = ['createRepositories', organizationId, fields];
        const record = newRecord(context, 'Repository', { id, sent });
        return [{ ...record, organizationId, ...valid(repositoryRules, fields), place }];
      } catch (error) {
        for (const { code, field = [] } of toUserErrors(error) ?? []) {
          errors.push({ code, field: ['repositories', String(place), ...field] });
        }
        return [];
      }
    });
    const validateOnly = input.validateOnly ?? false;
    const added = rows.length > 0 ? await addRows(context, rows, validateOnly) : [];
    const left = new Set(added);
    const others = rows.filter(({ id }) => !left.delete(id));
    const explained = others.length > 0 ? await explain(context, others) : undefined;
    errors.push(...(explained?.errors ?? []));
    const ids = [...added, ...(explained?.repeated ?? [])];
    const shown = validateOnly ? [] : ids;
    const repositories = await recordResults('Repository', shown, {
      context,
      info,
      key: 'repositories',
    });
    return { repositories, errors };
  },
  payload: recordsPayload(
    'repositories',
    'Repository',
    'The new repositories. Empty with `validateOnly`.',
  ),
});
