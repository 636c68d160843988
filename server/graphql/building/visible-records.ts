/** Applies the entities' `visible` to a viewer: the condition of a list, or a test of a record. */
import type { Entity } from '#server/database/entity.ts';
import { delegateOf } from '#server/database/models.ts';
import {
  type Condition,
  createIds,
  matches,
  type RecordViewer,
  selectFor,
  toWhere,
  type Visible,
} from '#server/database/visible.ts';
import { type EntityModel, entities } from '#server/entities.ts';
import {
  type Context,
  roleIn,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import type { OrganizationPermission } from '#shared/organization-roles.ts';
import type { Permission } from '#shared/permissions.ts';

export type Asking = Pick<Context, 'viewer' | 'settings'>;

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

function recordViewer(context: Asking, viewer: NonNullable<Context['viewer']>): RecordViewer {
  const { session, accessToken, user } = viewer;
  function organizations(permission?: OrganizationPermission) {
    const isGranted = (id: string) => !permission || viewerCanIn(context, id, permission);
    return createIds(
      () => viewerOrganizations(context).filter(isGranted),
      (id) => roleIn(context, id) !== undefined && isGranted(id),
    );
  }
  return {
    get userId() {
      return user.id;
    },
    get email() {
      return session && user.email;
    },
    get sessionId() {
      return session?.id ?? null;
    },
    get impersonatorId() {
      return session?.impersonatedBy ?? null;
    },
    get tokenId() {
      return accessToken?.id ?? null;
    },
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

type TypeScopes = { can: ShownEntity['readPermission'] };
type TypeCheck = {
  (row: { id: string }, context: Context): true | TypeScopes | Promise<true | TypeScopes>;
  permission: ShownEntity['readPermission'];
  /** Whether the loaded columns show that the viewer sees the record. */
  isVisible(row: object, context: Context): boolean;
};

/** `authScopes` of an entity's type: refuses viewers who lack its permission and don't see the record. */
export function typeScopesOf(entity: ShownEntity): TypeCheck {
  const refusal = { can: entity.readPermission };
  const check = (row: { id: string }, context: Context) => {
    const seen = recordTest(entity, context)?.(row) ?? true;
    if (typeof seen === 'boolean') return seen || refusal;
    return seen.then((isSeen) => isSeen || refusal);
  };
  return Object.assign(check, {
    permission: entity.readPermission,
    isVisible: (row: object, context: Context) =>
      matches(visibleTo(entity.model, context), row as Record<string, unknown>) === true,
  });
}

/** A viewer with a single permission and no records of their own. */
function plainReader(permission: Permission): RecordViewer {
  const none = createIds(
    () => [],
    () => false,
  );
  const reader: RecordViewer = {
    userId: '',
    email: null,
    sessionId: null,
    impersonatorId: null,
    tokenId: null,
    tokenOrganizationId: null,
    inDemo: false,
    hidesOrganizations: false,
    can: (other) => other === permission,
    organizations: () => none,
    organizationsOfRecords: () => none,
    sees(relation, model) {
      const entity = shownEntity(model);
      return entity !== undefined && seesAll(reader, entity) ? true : { [relation]: { id: '' } };
    },
  };
  return reader;
}

const seesAll = (reader: RecordViewer, entity: ShownEntity) => isEverything(entity.visible(reader));

/** Whether `visible` hides records from viewers with the type's permission. */
export const hidesSome = (entity: ShownEntity) =>
  !seesAll(plainReader(entity.readPermission), entity);
