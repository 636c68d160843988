import type { ReactNode } from 'react';
import type { Permission } from '#shared/permissions.ts';
import { useCan } from './use-session.ts';

/** Renders its children if the viewer has the permission. */
export function Can({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
