import { newAddress, type Scenario } from './context.ts';
import { createUser, createUserMutation } from './users.ts';

const texts: Scenario = {
  row: 18,
  title: 'markup, links and control characters in texts',
  async run(target, check) {
    const admin = (await createUser(target, target.adminClient, 'ADMIN')).client;
    const create = `mutation ($name: String!, $link: String!, $description: String) {
      createRepository(input: { name: $name, link: $link, description: $description }) {
        repository { id name link description } errors { code } } }`;
    const unique = () => newAddress().split('@')[0];
    const link = 'https://git.example.com/x';
    for (const bad of [
      'javascript:alert(1).x',
      'data:text/html,<b>.x',
      ' java\tscript:alert(1).x',
      'vbscript:x.y',
      'https://a.b/\u202Egpj.exe',
      'https://a.b/\u0000',
    ]) {
      const reply = await admin.graphql(create, { name: unique(), link: bad });
      const stored: string | undefined = reply.data?.createRepository?.repository?.link;
      const isFine = stored === undefined || /^https?:\/\/[^\p{Cc}\u202E]+$/u.test(stored);
      check(
        `link ${JSON.stringify(bad)}: refused or harmless`,
        isFine && reply.status < 500,
        reply,
      );
    }
    const quoted = await admin.graphql(create, {
      name: unique(),
      link: 'https://a.b/"onmouseover="x',
    });
    check(
      'quotes in a link: stored or refused',
      quoted.status < 500 && !quoted.codes.includes('INTERNAL_ERROR'),
      quoted,
    );
    const markup = `<img src=x onerror=alert(1)> ${unique()}`;
    const made = await admin.graphql(create, {
      name: markup,
      link,
      description: '<script>alert(1)</script>',
    });
    const { name, description } = made.data?.createRepository?.repository ?? {};
    check('markup is text', name === markup && description === '<script>alert(1)</script>', made);
    for (const [what, text] of [
      ['bidi controls', `a\u202Eb ${unique()}`],
      ['NUL', `a\u0000b ${unique()}`],
      ['10 kB of emoji', '🧨'.repeat(2_500)],
      ['line breaks', `a\nb ${unique()}`],
    ] as const) {
      const reply = await admin.graphql(create, { name: text, link });
      check(`${what} in a name: refused`, !reply.data?.createRepository?.repository, reply);
      check(`${what}: no 5xx`, reply.status < 500 && !reply.codes.includes('INTERNAL_ERROR'));
    }
    const lone = await admin.post(
      '/api/graphql',
      `{"query":${JSON.stringify(create)},"variables":{"name":"\\ud800 ${unique()}","link":"${link}"}}`,
    );
    const said = [
      ...(lone.json?.errors?.map((e: { extensions: { code: string } }) => e.extensions.code) ?? []),
      ...(lone.json?.data?.createRepository?.errors?.map((e: { code: string }) => e.code) ?? []),
      lone.json?.code,
    ];
    const isRefused = said.includes('BAD_REQUEST') || said.includes('NAME_INVALID');
    check('a lone surrogate: refused with the reason', isRefused, lone.text);

    await admin.graphql(
      'mutation { updateViewer(input: { name: "<b onclick=x>Mallory</b>" }) { errors { code } } }',
    );
    const email = newAddress();
    await admin.graphql(createUserMutation, { email, role: 'USER' });
    const mail = await target.mailbox.next(email);
    check('a name in a mail is text', !/<b onclick/.test(mail.html) && /Mallory/.test(mail.html));
  },
};

export const textScenarios = [texts];
