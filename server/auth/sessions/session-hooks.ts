import { noteSignOut, recordNoted } from '#server/auth/audit-log/endpoint-audit.ts';
import { type Hook, keepSessionLength } from '#server/auth/hooks.ts';
import { deleteManagerCookie, deleteManagerSession } from './impersonation.ts';

/** Also ends the session of the manager impersonating in this browser. */
export const endManagerSession: Hook = async (context, deps) => {
  await noteSignOut(context, deps);
  await deleteManagerSession(context, deps.database);
};

export const finishSignOut: Hook = async (context, deps) => {
  deleteManagerCookie(context);
  await recordNoted(context, deps);
};

export const finishImpersonation: Hook = async (context, deps) => {
  await keepSessionLength(context, deps);
  await recordNoted(context, deps);
};
