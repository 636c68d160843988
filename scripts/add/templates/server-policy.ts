import type { Spec } from '#scripts/add/spec.ts';

/** server/modules/<entity>/policy.ts, of entities whose records belong to users. */
export function policyFile({ names, plural }: Spec): string {
  const { kebab, camel, words } = names;
  return `import { type Context, isViewer, viewerCan } from '#server/graphql/context.ts';
import { missingPermission } from '#server/graphql/refusal.ts';

type WithViewer = Pick<Context, 'viewer'>;
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

/**
 * ID of the viewer, who owns each ${words} that they create.
 *
 * @throws UNAUTHENTICATED
 */
export function requireViewerId({ viewer }: WithViewer): string {
  if (!viewer) throw missingPermission(viewer, '${kebab}:create');
  return viewer.user.id;
}
`;
}
