import { codesOf, type Reply } from '#lab/support/http-client.ts';
import { median, newAddress, type Scenario } from './context.ts';
import { measureHonestClients } from './honest-traffic.ts';

/** 96 kB of combining marks, which take quadratic time to normalize. */
const marks = `e${'\u0301\u0327'.repeat(24_000)}`;

const long: Scenario = {
  row: 30,
  title: '96 kB of combining marks in every text are refused by their length',
  exclusive: 'first',
  async run(context, check, note) {
    const graphql = (query: string) => ({
      path: '/api/graphql',
      body: { query, variables: { text: marks } },
    });
    const inputs: Record<string, { path: string; body: object }> = {
      'an email': {
        path: '/api/auth/email-otp/send-verification-otp',
        body: { email: `${marks}@example.org`, type: 'sign-in' },
      },
      'an email to sign in with': {
        path: '/api/auth/sign-in/email-otp',
        body: { email: `${marks}@example.org`, otp: '123456' },
      },
      'a code': { path: '/api/auth/sign-in/email-otp', body: { email: newAddress(), otp: marks } },
      'a new email': {
        path: '/api/auth/email-otp/request-email-change',
        body: { newEmail: `${marks}@example.org` },
      },
      'a search': graphql(
        'query ($text: String!) { repositories(searchTerm: $text) { nodes { id } } }',
      ),
      'a search for people': graphql(
        'query ($text: String!) { users(searchTerm: $text) { nodes { id } } }',
      ),
      'a name': graphql(
        'mutation ($text: String!) { updateViewer(input: { name: $text }) { errors { code } } }',
      ),
      'a repository': graphql(
        'mutation ($text: String!) { createRepository(input: { name: $text, link: "a.example" }) { errors { code } } }',
      ),
      'a link': graphql(
        'mutation ($text: String!) { createRepository(input: { name: "x", link: $text }) { errors { code } } }',
      ),
      'a description': graphql(
        'mutation ($text: String!) { createRepository(input: { name: "x", link: "a.example", description: $text }) { errors { code } } }',
      ),
      'an invited email': graphql(
        'mutation ($text: String!) { createUser(input: { email: $text, role: USER }) { errors { code } } }',
      ),
      'an ID': graphql('query ($text: ID!) { node(id: $text) { id } }'),
      'a cursor': graphql('query ($text: String!) { repositories(after: $text) { nodes { id } } }'),
    };
    const root = context.adminClient.withTarget({ ...context, retries: false });
    // Baseline: the same requests with 96 kB of plain text.
    const plain = 'e'.repeat(Buffer.byteLength(marks));
    await measureHonestClients(context, check, async () => {
      for (const [what, { path, body }] of Object.entries(inputs)) {
        const text = JSON.stringify(body);
        let usual: number[] = [];
        let odd: number[] = [];
        let reply: Reply | undefined;
        let slower = Number.POSITIVE_INFINITY;
        // Measure again in case the machine was busy.
        for (let more = 0; slower >= 20 && more < 4; more += 1) {
          [usual, odd] = [[], []];
          for (let i = 0; i < 5; i += 1) {
            usual.push((await root.post(path, text.replace(marks, plain))).ms);
            reply = await root.post(path, text);
            odd.push(reply.ms);
          }
          slower = median(odd) - median(usual);
        }
        check(`${what}: in no more than 20 ms`, slower < 20, [median(usual), median(odd)]);
        const isRefused =
          reply !== undefined && (codesOf(reply).length > 0 || reply.json?.data?.node === null);
        check(`${what}: refused`, isRefused, [reply?.status, reply?.text.slice(0, 200)]);
        if (slower > 500) note(`${what}: ${Math.round(slower)} ms`);
      }
    });
  },
};

export const combiningMarkScenarios = [long];
