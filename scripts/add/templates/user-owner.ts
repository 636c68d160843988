/** Records that belong to the users who create them. */
import {
  type RecordOwner,
  type RelatedEntity,
  recordActions,
  type Spec,
} from '#scripts/add/spec.ts';

export function createUserOwner(related: readonly RelatedEntity[]): RecordOwner | undefined {
  const target = related.find(({ type }) => type === 'User');
  return (
    target && {
      field: {
        name: 'owner',
        column: 'ownerId',
        type: 'relation',
        optional: false,
        unique: false,
        values: [],
        target,
      },
      isChosen: false,
      moreActions: ['list', 'manage'],
      userActions: recordActions,
      formActions: ['create', 'update'],
      scope: 'can',
      columnComment: 'The user who created it. The record is deleted with their account.',
      keptBecause: 'Deleted by their owners, or with their accounts.',
      relationText: ({ words }) => `The user who owns the ${words}. Null if you don’t see them.`,
      ownerInCommon: ({ owner }) => (owner === 'user' ? 'ownerId' : undefined),
      created: ', which belongs to the viewer',
      ofOthers: ({ kebab, plural }) =>
        ` Other users’ ${plural.words} also require \`${kebab}:manage\`.`,
      visible,
      policyFile,
      checks: 'const { id: ownerId } = requireViewer(context).user;',
      tests: {
        writers: 'signedIn',
        sees,
        changes: sees,
      },
    }
  );
}

const sees = {
  person: ['person'],
  manager: ['person', 'founder'],
  'impersonator of person': ['person'],
};

const visible = ({ kebab }: Spec) => `visible(viewer) {
    if (!viewer.can('${kebab}:read')) return false;
    return viewer.can('${kebab}:list') || { ownerId: viewer.userId };
  },`;

/** server/features/<entity>/policy.ts */
function policyFile({ camel, kebab, plural }: Spec): string {
  return `type WithViewer = Pick<Context, 'viewer'>;
type Action = 'update' | 'delete';
type Owned = { ownerId: string };

/** The viewer's own ${plural.words}, and all with \`${kebab}:manage\`. */
export function canChange(context: WithViewer, action: Action, { ownerId }: Owned): boolean {
  const isTheirs = isViewer(context, ownerId) || viewerCan(context, '${kebab}:manage');
  return isTheirs && viewerCan(context, \`${kebab}:\${action}\`);
}

/** @throws FORBIDDEN unless \`canChange\` */
export function requireCanChange(context: WithViewer, action: Action, ${camel}: Owned): void {
  if (canChange(context, action, ${camel})) return;
  throw missingPermission(context.viewer, '${kebab}:manage');
}
`;
}
