import type { ReactNode } from 'react';
import type { Permission } from '#shared/permissions.ts';
import { useCan } from './use-session.ts';

export function Can({ do: permission, children }: { do: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
