/** Account enumeration: neither responses nor timing may reveal whether an account exists. */

import { HttpClient } from '#lab/support/http-client.ts';
import { quantile } from '#lab/support/probe.ts';
import { pause } from '#lab/support/wait.ts';
import { type Context, newAddress, type Scenario } from './context.ts';
import { banMutation, createUserMutation, errorCodes } from './users.ts';

/** Samples of each kind per batch. Each is compared with the two others of its round. */
const rounds = 40;
/** Maximum number of batches. More than one runs only if the result is inconclusive on a busy machine. */
const mostBatches = 5;
const bound = 2;

const who: Scenario = {
  row: 5,
  title: 'known, unknown and banned addresses get the same answer in the same time',
  exclusive: 'first',
  async run(context, check, note) {
    const shapes = new Set<string>();
    const times: Times = { known: [], unknown: [], banned: [] };
    const differences = () => {
      const unknown = times.unknown ?? [];
      const of = (kind: string) => (times[kind] ?? []).map((ms, i) => ms - (unknown[i] ?? 0));
      return { known: quantile(of('known')), banned: quantile(of('banned')) };
    };
    const isDecided = () => Object.values(differences()).every((ms) => Math.abs(ms) < bound);
    for (let batch = 0; batch < mostBatches && (batch === 0 || !isDecided()); batch += 1) {
      await measure(context, shapes, times);
    }
    check('same status, body and headers', shapes.size === 1, [...shapes].join('\n'));
    check(
      'and no refusal',
      [...shapes].every((shape) => shape.startsWith('[200,')),
      [...shapes],
    );
    for (const [kind, difference] of Object.entries(differences())) {
      const samples = times[kind]?.length ?? 0;
      check(`${kind}: enough samples`, samples >= rounds, samples);
      check(`${kind}: within ${bound} ms of unknown`, Math.abs(difference) < bound, difference);
      note(`${kind} − unknown: ${difference.toFixed(2)} ms over ${samples} rounds`);
    }
  },
};

type Times = Record<string, number[]>;

async function measure(target: Context, shapes: Set<string>, times: Times): Promise<void> {
  const kinds: Record<string, string[]> = { known: [], unknown: [], banned: [] };
  const make = async (kind: string) => {
    const email = newAddress();
    const { data } = await target.adminClient.graphql(createUserMutation, { email, role: 'USER' });
    await target.mailbox.next(email);
    if (kind === 'banned') {
      const ban = await target.adminClient.graphql(banMutation, { id: data.createUser.user.id });
      if (errorCodes(ban).length) throw new Error(`banUsers: ${errorCodes(ban)}`);
    }
    kinds[kind]?.push(email);
  };
  for (let i = 0; i < rounds; i += 1) {
    await Promise.all([make('known'), make('banned')]);
    kinds.unknown?.push(newAddress());
  }
  for (let i = 0; i < rounds; i += 1) {
    const order = Object.keys(kinds);
    for (let turn = 0; turn < order.length; turn += 1) {
      const kind = order[(turn + i) % order.length] ?? '';
      await pause(20);
      const begin = performance.now();
      const { status, text, headers } = await new HttpClient(target).requestCode(
        kinds[kind]?.[i] ?? '',
      );
      times[kind]?.push(performance.now() - begin);
      const named = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      const plain = named.map(
        ([name, value]) => `${name}: ${value.replace(/=[\w.~-]{22,}/, '=…')}`,
      );
      shapes.add(JSON.stringify([status, text, plain]));
    }
  }
}

export const enumerationScenarios = [who];
