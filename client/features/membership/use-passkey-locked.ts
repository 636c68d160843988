import { useQuery } from 'urql';
import { unmask } from '#client/graphql/fragments.ts';
import { PasskeyLockedOrganizationsDocument } from './passkey-locked.generated.ts';

/** Organizations that the viewer can't open without signing in with a passkey. Null if there are none. */
export function usePasskeyLocked(options?: { pause: boolean }) {
  const [{ data }] = useQuery({ query: PasskeyLockedOrganizationsDocument, ...options });
  const found = data?.viewer?.organizationsRequiringPasskey ?? [];
  return found.length > 0 ? found.map((each) => unmask(each)) : null;
}
