import * as z from 'zod/mini';
import { isIdOf, newId } from '#server/database/ids.ts';
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection, OrderDirection } from '#server/graphql/connection.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { countRows } from '#server/graphql/count-rows.ts';
import { createdBetween } from '#server/graphql/created-between.ts';
import { defineMutation, valid } from '#server/graphql/mutation.ts';
import { Node } from '#server/graphql/node.ts';
import { priced } from '#server/graphql/price.ts';
import { searchFilter } from '#server/graphql/search.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';

const Repository = builder.prismaObject('Repository', {
  interfaces: [Node],
  authScopes: { can: 'repository:read' },
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    link: t.exposeString('link', { extensions: priced({ characters: limits.linkMax }) }),
    description: t.exposeString('description', {
      extensions: priced({ characters: limits.descriptionMax }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the repository was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the repository was last updated.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the repository with `updateRepository`.',
      resolve: (_repository, _args, context) => viewerCan(context, 'repository:update'),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may delete the repository with `deleteRepository`.',
      resolve: (_repository, _args, context) => viewerCan(context, 'repository:delete'),
    }),
  }),
});

const RepositoryOrderField = builder.enumType('RepositoryOrderField', {
  description: 'Fields to sort repositories by.',
  values: {
    NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
    CREATED_AT: { value: 'createdAt', description: 'Time of creation.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Time of the last update.' },
  } as const,
});

const RepositoryOrder = builder.inputType('RepositoryOrder', {
  description: 'Sort order of repositories.',
  fields: (t) => ({
    field: t.field({
      type: RepositoryOrderField,
      required: true,
      description: 'Field to sort by.',
    }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Sort direction.' }),
  }),
});

builder.queryFields((t) => ({
  repository: t.prismaField({
    type: Repository,
    nullable: true,
    description: 'The repository with this ID. Null if there is none. Requires `repository:read`.',
    authScopes: { can: 'repository:read' },
    args: { id: t.arg.id({ required: true, description: 'ID of the repository.' }) },
    resolve: (query, _root, { id }, { database }) =>
      isIdOf('Repository', id) ? database.repository.findUnique({ ...query, where: { id } }) : null,
  }),
  repositories: t.connection(
    {
      type: Repository,
      nullable: true,
      description:
        'Repositories, newest first unless `orderBy` says otherwise. Requires `repository:read`.',
      authScopes: { can: 'repository:read' },
      args: {
        searchTerm: t.arg.string({
          description: `Case-insensitive substring of name, link or description. One or two characters match only the beginning of the name. At most ${limits.searchMax} characters.`,
        }),
        createdFrom: t.arg({
          type: 'DateTime',
          description: 'Created at or after this time.',
        }),
        createdTo: t.arg({
          type: 'DateTime',
          description: 'Created before this time.',
        }),
        orderBy: t.arg({ type: RepositoryOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const { repository } = context.database;
        const column = args.orderBy?.field ?? 'createdAt';
        const filters = [
          searchFilter(args.searchTerm, {
            anywhere: ['name', 'link', 'description'],
            beginning: ['nameKey'],
          }),
          createdBetween(args),
        ].filter((filter) => filter !== undefined);
        const query = selection(context, info, { paths: entryPaths, columns: [column] });
        return keysetConnection({
          args,
          order: { column, direction: args.orderBy?.direction ?? 'desc' },
          where: { AND: filters },
          find: (page) => repository.findMany({ ...query, ...page }),
          count: () =>
            filters.length
              ? repository.count({ where: { AND: filters } })
              : countRows(context, 'Repository'),
        });
      },
    },
    { name: 'RepositoryConnection', description: 'A page of repositories.' },
    {
      name: 'RepositoryEdge',
      description: 'A repository and its cursor.',
      nodeField: { description: 'The repository.' },
    },
  ),
}));

const fieldErrors = [
  'NAME_REQUIRED',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'NAME_ALREADY_USED',
  'LINK_REQUIRED',
  'LINK_INVALID',
  'LINK_TOO_SHORT',
  'LINK_TOO_LONG',
  'LINK_WITHOUT_DOT',
  'DESCRIPTION_INVALID',
  'DESCRIPTION_TOO_LONG',
] as const;

const nameFormat = `Unique, 1 to ${limits.repositoryNameMax} characters`;
const linkFormat = `An http or https URL of ${limits.linkMin} to ${limits.linkMax.toLocaleString('en')} characters; \`https://\` is added if it has no scheme`;
const descriptionFormat = `At most ${limits.descriptionMax.toLocaleString('en')} characters`;

defineMutation('createRepository', {
  description: 'Creates a repository.',
  authScopes: { can: 'repository:create' },
  errors: fieldErrors,
  input: {
    description: 'The repository to create.',
    fields: (t) => ({
      name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
      link: t.string({ required: true, description: `Link. ${linkFormat}.` }),
      description: t.string({ description: `Description. ${descriptionFormat}.` }),
    }),
  },
  resolve: async (input, context, info) => ({
    repository: await context.database.repository.create({
      ...selection(context, info, { paths: [['repository']] }),
      data: { id: newId('Repository'), ...valid(repositoryRules, input) },
    }),
  }),
  payload: (t) => ({
    repository: t.field({
      type: Repository,
      nullable: true,
      description: 'The new repository. Null if the input was refused.',
      resolve: (result) => result.repository,
    }),
  }),
});

defineMutation('updateRepository', {
  description: 'Updates a repository. Omitted fields stay unchanged.',
  authScopes: { can: 'repository:update' },
  target: { field: 'id', model: 'Repository' },
  errors: fieldErrors,
  input: {
    description: 'The repository to update, and the fields to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the repository.' }),
      name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
      link: t.string({ description: `New link. ${linkFormat}. Null is refused.` }),
      description: t.string({
        description: `New description. ${descriptionFormat}. Empty or null clears it.`,
      }),
    }),
  },
  resolve: async ({ id, ...input }, context, info) => ({
    repository: await context.database.repository.update({
      ...selection(context, info, { paths: [['repository']] }),
      where: { id },
      data: valid(z.exactPartial(repositoryRules), input),
    }),
  }),
  payload: (t) => ({
    repository: t.field({
      type: Repository,
      nullable: true,
      description: 'The updated repository. Null if the input was refused.',
      resolve: (result) => result.repository,
    }),
  }),
});

defineMutation('deleteRepository', {
  description: 'Permanently deletes a repository.',
  authScopes: { can: 'repository:delete' },
  target: { field: 'id', model: 'Repository' },
  input: {
    description: 'The repository to delete.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the repository.' }) }),
  },
  resolve: async ({ id }, { database }) => {
    const deleted = await database.repository.delete({ where: { id }, select: { id: true } });
    return { deletedRepositoryId: deleted.id };
  },
  payload: (t) => ({
    deletedRepositoryId: t.id({
      nullable: true,
      description: 'ID of the deleted repository. Null if nothing was deleted.',
      resolve: ({ deletedRepositoryId }) => deletedRepositoryId,
    }),
  }),
});
