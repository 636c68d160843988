/** Growth of the log. */
import { HttpClient } from '#lab/support/http-client.ts';
import { pause } from '#lab/support/target.ts';
import { newAddress, type Scenario } from './context.ts';

const logs: Scenario = {
  row: 37,
  title: 'long operation names and headers make no long log lines',
  async run(context, check) {
    const name = `Q${'x'.repeat(90_000)}`;
    const client = new HttpClient({ ...context, retries: false });
    const word = newAddress().slice(6, 16);
    const from = context.operator.log().length;
    await client.post('/api/graphql', {
      query: `query ${name} { setup { appName } }`,
      operationName: name,
    });
    await client.post('/api/graphql', { query: `query ${name} { nothing }`, operationName: name });
    await client.post('/api/graphql', {
      query: `query A { setup { appName } }`,
      operationName: name,
    });
    await client.fetch(`/api/auth/${word}${'y'.repeat(8_000)}`, {
      headers: { 'user-agent': 'z'.repeat(8_000) },
    });
    await pause(500);
    const longest = Math.max(
      ...context.operator
        .log()
        .slice(from)
        .split('\n')
        .map((line) => line.length),
    );
    check('no line above 4 kB', longest < 4_000, longest);
    check('lines are written', longest > 20, longest);
  },
};

export const growthScenarios = [logs];
