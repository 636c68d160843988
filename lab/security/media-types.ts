import { HttpClient } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';

const sameAsJson = [
  'APPLICATION/JSON',
  'Application/Json; Charset=UTF-8',
  'application/json;charset=utf-8',
];
const others = [
  'TEXT/PLAIN',
  'application/jsonp',
  'x-application/json',
  'application/x-www-form-urlencoded',
];

const mediaTypes: Scenario = {
  row: 54,
  title: 'media types in other letters, before and after the document is known',
  async run(context, check) {
    const client = await new HttpClient(context).signIn(newAddress());
    const ask = (query: string, type: string) =>
      client.post('/api/graphql', { query }, { 'content-type': type });
    for (const [i, type] of [...sameAsJson, ...others].entries()) {
      const isJson = sameAsJson.includes(type);
      const query = `query Document${i} { viewer { user { id } } }`;
      const before = await ask(query, type);
      await ask(query, 'application/json');
      const after = await ask(query, type);
      check(
        `${type}: ${isJson ? 'read' : 'refused'}`,
        [before, after].every(({ status }) => status === (isJson ? 200 : 415)),
        [before.status, after.status],
      );
      const signedOut = new HttpClient(context);
      const body = { email: newAddress(), otp: '000000' };
      const reply = await signedOut.post('/api/auth/sign-in/email-otp', body, {
        'content-type': type,
      });
      const isRead = reply.json?.code === 'INVALID_OTP';
      check(`${type} at sign-in: ${isJson ? 'read' : 'refused'}`, isRead === isJson, reply.text);
    }
  },
};

export const mediaTypeScenarios = [mediaTypes];
