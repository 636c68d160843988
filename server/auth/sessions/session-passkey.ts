type StoredSession = {
  passkeyName: string | null;
  impersonatorSession: { passkeyName: string | null } | null;
};

/** Whether a session was opened with a passkey. While impersonating, the manager's own session counts. */
export const wasOpenedByPasskey = ({ passkeyName, impersonatorSession }: StoredSession): boolean =>
  (impersonatorSession ?? { passkeyName }).passkeyName !== null;
