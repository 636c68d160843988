/** After a change, what is on screen is asked again: once, and not if the change failed. */
import { gql } from 'urql';
import { afterEach, expect, it, vi } from 'vitest';
import { entities } from '#client/generated/entities.ts';
import { clientOf } from '#client/graphql/client.ts';

const query = gql`query Setup { setup { appName } }`;
const mutation = gql`mutation Change { updateViewer(input: { name: "A" }) { errors { code field } } }`;

afterEach(() => vi.unstubAllGlobals());

async function requestsAfter(answer: object | null): Promise<number> {
  let asked = 0;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (String(init.body).includes('mutation')) {
      if (!answer) throw new TypeError('The network is away.');
      return Response.json(answer);
    }
    asked += 1;
    return Response.json({ data: { setup: { __typename: 'Setup', appName: 'A' } } });
  });
  const client = clientOf(crypto.randomUUID(), {
    entities,
    onSignedOut: () => {},
    liveEventSession: { id: 'session', check: async () => true },
  });
  const { unsubscribe } = client.query(query, {}).subscribe(() => {});
  await expect.poll(() => asked).toBe(1);
  await client.mutation(mutation, {}).toPromise();
  await new Promise((resolve) => setTimeout(resolve, 100));
  unsubscribe();
  return asked - 1;
}

const payload = (errors: object[]) => ({
  data: { updateViewer: { __typename: 'UpdateViewerPayload', errors } },
});

it.each([
  ['once after a change', payload([]), 1],
  [
    'after a change of what is newer by now',
    payload([{ __typename: 'UserError', code: 'RECORD_CHANGED', field: null }]),
    1,
  ],
  [
    'not after a change that is refused',
    payload([{ __typename: 'UserError', code: 'NAME_REQUIRED', field: ['name'] }]),
    0,
  ],
  [
    'not after one that failed as a whole',
    {
      data: { updateViewer: null },
      errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }],
    },
    0,
  ],
  ['not after one without an answer', null, 0],
])('what is on screen is asked again %s', async (_title, answer, expected) => {
  expect(await requestsAfter(answer)).toBe(expected);
});
