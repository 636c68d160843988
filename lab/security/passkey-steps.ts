import type { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { errorCodes } from './users.ts';

type Authenticator = ReturnType<typeof createAuthenticator>;

const path = '/api/auth/passkey';

/** A ceremony of a passkey with these endpoints. */
async function ceremony(
  client: HttpClient,
  [ask, answer]: readonly [string, string],
  respond: (options: never, given: { origin: string }) => object,
) {
  const options = await client.fetch(`${path}/${ask}`);
  if (options.status !== 200) return options;
  const response = respond(options.json as never, { origin: client.origin });
  return client.post(`${path}/${answer}`, { response });
}

export const add = (client: HttpClient, device: Authenticator) =>
  ceremony(client, ['generate-register-options', 'verify-registration'], device.register);
export const signIn = (client: HttpClient, device: Authenticator) =>
  ceremony(client, ['generate-authenticate-options', 'verify-authentication'], device.signIn);

/** Eleven times: two notices each are more than a mailbox gets a day. */
export async function addAndRemovePasskeys(client: HttpClient, check: Check): Promise<void> {
  for (let round = 0; round < 11; round += 1) {
    const added = await add(client, createAuthenticator());
    const removed = await client.graphql(
      'mutation ($id: ID!) { removePasskey(input: { id: $id }) { errors { code } } }',
      { id: added.json?.id },
    );
    check(`passkey ${round} comes and goes`, errorCodes(removed).length === 0, removed);
  }
}
