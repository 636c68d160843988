/** Replayed and stolen invitations, names in emails, and actions that must happen only once. */

import { newAddress, type Scenario } from './context.ts';
import {
  contentsOf,
  createOrganization,
  createTenant,
  invite,
  mutate,
  newSlug,
} from './organization-steps.ts';
import { errorCodes } from './users.ts';

const names: Scenario = {
  row: 18,
  title: 'markup, links and control characters in the names of organizations and teams',
  async run(target, check) {
    const own = await createTenant(target);
    const { client } = own.owner;
    const before = await contentsOf(own);
    const inputs = (name: string): [string, object][] => [
      ['createOrganization', { name, slug: newSlug() }],
      ['updateOrganization', { id: own.organization, name }],
      ['createTeam', { organizationId: own.organization, name }],
      ['updateTeam', { id: own.team, name }],
    ];
    const bad = ['a\u202eb', 'a\nb', 'a\u0000b', '\u200b', '🧨'.repeat(2_500), 'a\u2066b\u2069'];
    for (const name of bad) {
      for (const [mutation, input] of inputs(name)) {
        const codes = errorCodes(await mutate(client, mutation, input)).join();
        const isRefused = /^(NAME_(INVALID|REQUIRED|TOO_LONG)|BAD_REQUEST)$/.test(codes);
        check(`${mutation} with ${JSON.stringify(name.slice(0, 9))}: refused`, isRefused, codes);
      }
    }
    for (const slug of [
      ...['../etc', 'a%2fb', 'New', '\u212aelvin', 'a\u200db', '\uff41\uff42\uff43', 'a\u0000b'],
      ...['a--b', '-ab', 'ab-', 'a b', 'a/b', 'a.b', '1'.repeat(41), '1'.repeat(10_000)],
    ]) {
      const codes = errorCodes(await mutate(client, 'createOrganization', { name: 'x', slug }));
      const isRefused = /^(SLUG_INVALID|BAD_REQUEST)$/.test(codes.join());
      check(`the slug ${JSON.stringify(slug.slice(0, 9))}: refused`, isRefused, codes);
    }
    check('and nothing has changed', (await contentsOf(own)) === before);

    const name = `<b onclick=x>Win</b> https://prize.example/x "${newSlug()}"`;
    const email = newAddress();
    await invite(client, await createOrganization(client, name), email);
    const mail = await target.mailbox.next(email);
    check('markup in a mail is text', !/<b onclick/.test(mail.html), mail.html.slice(0, 200));
    check(
      'and a link in a name none',
      !/https:\/\/prize|prize\.example/.test(mail.text + mail.html),
    );
    check('nor is it in the subject', !/prize|onclick/.test(mail.subject), mail.subject);
  },
};

export const invitationScenarios = [names];
