import { HttpClient } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';
import { raw } from './raw-http.ts';

const places = [
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '%2f%2fevil.example',
  '/%09/evil.example',
  '/@evil.example',
  'data:text/html,x',
];

const parameters: Scenario = {
  row: 7,
  title: 'callbackURL and redirect parameters, a forged Host',
  async run(context, check) {
    for (const place of places) {
      const encoded = encodeURIComponent(place);
      const client = new HttpClient(context);
      const body = { email: newAddress(), type: 'sign-in', callbackURL: place };
      const named = await client.post('/api/auth/email-otp/send-verification-otp', body);
      check(`callbackURL ${place} in a body is refused`, named.status === 400, named.status);
      for (const path of [
        `/login?redirect=${encoded}`,
        `/?redirect=${encoded}`,
        `/api/auth/get-session?callbackURL=${encoded}`,
        `/api/auth/callback/oidc?error=access_denied&callbackURL=${encoded}`,
        `/${place}`,
      ]) {
        const { status, headers } = await client.fetch(path.replaceAll('\\', '%5c'));
        const location = headers.get('location');
        const isHere = !location || new URL(location, client.origin).origin === client.origin;
        check(`${path} leads nowhere else`, isHere && status < 500, [status, location]);
      }
    }
    const forged = await raw(context, 'GET /login HTTP/1.1\r\nHost: evil.example');
    check('a forged Host is not repeated', !/evil/.test(forged.text) && forged.status < 500);

    const email = newAddress();
    const query = `mutation { createUser(input: { email: "${email}", role: USER }) { errors { code } } }`;
    const head = [
      'POST /api/graphql HTTP/1.1',
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      'Forwarded: host=evil.example',
      `Cookie: ${context.adminClient.cookie()}`,
    ];
    const answer = await raw(context, head.join('\r\n'), JSON.stringify({ query }));
    if (/"errors":\[\]/.test(answer.text)) {
      const mail = await context.mailbox.next(email);
      const links = [...`${mail.text}\n${mail.html}`.matchAll(/https?:\/\/[^\s"<)]+/g)];
      const isOurs = links.every(([link]) => new URL(link).origin === context.adminClient.origin);
      check('every link in a mail is ours', isOurs && !/evil/.test(mail.html + mail.text), links);
      check('the mail has a link', links.length > 0, mail.text);
    } else check('or the forged Host is refused', answer.status >= 400, answer.text.slice(0, 300));
  },
};

export const redirectScenarios = [parameters];
