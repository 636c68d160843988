/** Applies the entities' `visible` to a viewer: the condition of a list, or a test of a record. */

import { delegateOf } from '#server/database/client.ts';
import {
  type Condition,
  matches,
  type RecordViewer,
  selectFor,
  toWhere,
  type Visible,
} from '#server/database/conditions.ts';
import type { Entity } from '#server/database/entity.ts';
import { type EntityModel, entities } from '#server/entities.ts';
import {
  type Context,
  type Viewer,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import type { OrganizationPermission } from '#shared/organization-roles.ts';

export type Asking = Pick<Context, 'viewer'> & { settings: Pick<Context['settings'], 'demo'> };

const byModel = new Map<string, Entity & { model: EntityModel }>(
  entities.map((entity) => [entity.model, entity]),
);

/** The entity of a model that the API shows. */
export function shownEntity(model: string | undefined) {
  const entity = byModel.get(model ?? '');
  return entity?.readPermission ? { ...entity, readPermission: entity.readPermission } : undefined;
}

/** Whether the model is an entity that the API doesn't show. */
export const isHiddenEntity = (model: string) => byModel.has(model) && !shownEntity(model);

export type ShownEntity = NonNullable<ReturnType<typeof shownEntity>>;

function recordViewer(context: Asking, viewer: Viewer): RecordViewer {
  const { session, accessToken, user } = viewer;
  const organizations = (permission?: OrganizationPermission) => ({
    in: viewerOrganizations(context).filter(
      (id) => !permission || viewerCanIn(context, id, permission),
    ),
  });
  return {
    userId: user.id,
    email: session && user.email,
    sessionId: session?.id ?? null,
    impersonatorId: session?.impersonatedBy ?? null,
    tokenId: accessToken?.id ?? null,
    tokenOrganizationId: accessToken?.organizationId ?? null,
    inDemo: context.settings.demo !== undefined,
    hidesOrganizations: viewer.withoutOrganizations === true,
    can: (permission) => viewerCan(context, permission),
    organizations,
    organizationsOfRecords: () => accessToken?.organizationId ?? organizations(),
    sees(relation, model) {
      const visible = visibleTo(model, context);
      return typeof visible === 'boolean' ? visible : { [relation]: visible };
    },
  };
}

const isEverything = (visible: Visible) =>
  typeof visible === 'object' ? Object.keys(visible).length === 0 : visible;

/** Which records of a model the viewer sees. */
export function visibleTo(model: string, context: Asking): Visible {
  const entity = byModel.get(model);
  if (!entity || !context.viewer) return false;
  const { withoutOrganizations } = context.viewer;
  const needsOrganizations = entity.isOfOrganizations || entity.belongsToOrganization;
  if (withoutOrganizations && needsOrganizations && !viewerCan(context, 'organization:list')) {
    return false;
  }
  const visible = entity.visible(recordViewer(context, context.viewer));
  return isEverything(visible) ? true : visible;
}

/** The same as conditions of a list. None if the viewer sees every record. */
export function visibleWhere(model: EntityModel, context: Asking): Condition[] {
  const visible = visibleTo(model, context);
  if (typeof visible === 'object') return [toWhere(visible)];
  return visible ? [] : [{ id: { in: [] } }];
}

/**
 * Whether the viewer sees a record of the model. Loads what `visible` needs and the record lacks. Undefined if they see
 * every record.
 */
export function recordTest({ model }: ShownEntity, context: Context) {
  const visible = visibleTo(model, context);
  if (visible === true) return undefined;
  return (row: { id: string }): boolean | Promise<boolean> => {
    const known = matches(visible, row);
    if (known !== undefined) return known;
    // Prisma reads several records with one statement.
    const query = { where: { id: row.id }, select: selectFor(visible) };
    const found = delegateOf(context.database, model).findUnique(query);
    return found.then((record) => record !== null && matches(visible, record) === true);
  };
}

/** `authScopes` of an entity's type: refuses viewers who lack its permission and don't see the record. */
export function typeScopesOf(entity: ShownEntity) {
  const refusal = { can: entity.readPermission };
  return (row: { id: string }, context: Context) => {
    if (viewerCan(context, entity.readPermission)) return true;
    const seen = recordTest(entity, context)?.(row) ?? true;
    if (typeof seen === 'boolean') return seen || refusal;
    return seen.then((isSeen) => isSeen || refusal);
  };
}

const nobody = { session: null, accessToken: null, user: { id: '', memberships: '' } } as Viewer;

/** Whether `visible` hides records from viewers who have no other permission than the type's, and no records of their own. */
export function hidesSome({ visible, readPermission }: ShownEntity): boolean {
  const reader: RecordViewer = {
    ...recordViewer({ viewer: nobody, settings: { demo: undefined } }, nobody),
    can: (permission) => permission === readPermission,
    sees(relation, model) {
      const isSeen = isEverything(shownEntity(model)?.visible(reader) ?? false);
      return isSeen || { [relation]: { id: '' } };
    },
  };
  return !isEverything(visible(reader));
}
