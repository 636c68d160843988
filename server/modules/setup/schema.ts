/** What a browser must know before anybody signs in. */
import packageJson from '#package' with { type: 'json' };
import { builder } from '#server/graphql/builder.ts';
import { Language } from '#server/graphql/language.ts';
import { captchaProviders } from '#server/settings/sign-in.ts';
import type { Settings, Mode as SettingsMode } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';

const modes: Record<SettingsMode, string> = {
  local: 'On a developer’s machine; may show mails in a dev inbox.',
  production: 'For real.',
  demo: 'A read-only demo: signing in works, every other write is refused with DEMO_MODE.',
};

const Mode = builder.enumType('Mode', {
  description: 'How the product runs.',
  values: Object.fromEntries(
    Object.entries(modes).map(([mode, description]) => [
      mode.toUpperCase(),
      { value: mode as SettingsMode, description },
    ]),
  ),
});

const Environment = builder.objectRef<Settings['environment']>('Environment').implement({
  description: 'Which of several installations this is, to tell them apart at a glance.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'For example `staging`.' }),
    emoji: t.exposeString('emoji', { nullable: true, description: 'One emoji.' }),
    color: t.exposeString('color', { description: 'The name of a colour.' }),
  }),
});

const AuthProvider = builder.objectRef<{ id: string; name: string }>('AuthProvider').implement({
  description: 'An identity provider one can sign in with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The name that the sign-in call wants.' }),
    name: t.exposeString('name', { description: 'The name that people know.' }),
  }),
});

const CaptchaProvider = builder.enumType('CaptchaProvider', {
  description: 'A service that tells people from programs.',
  values: Object.fromEntries(
    captchaProviders.map((name) => [
      name.toUpperCase().replaceAll('-', '_'),
      { value: name, description: `\`${name}\`` },
    ]),
  ) as Record<string, { value: (typeof captchaProviders)[number]; description: string }>,
});

const Captcha = builder.objectRef<NonNullable<Settings['captcha']>>('Captcha').implement({
  description:
    'What must be solved to ask for a code by mail; its answer goes into the header `x-captcha-response`.',
  fields: (t) => ({
    provider: t.field({
      type: CaptchaProvider,
      description: 'Whose widget to show.',
      resolve: ({ provider }) => provider,
    }),
    siteKey: t.exposeString('siteKey', { description: 'The public key that the widget wants.' }),
  }),
});

const Demo = builder.objectRef<NonNullable<Settings['demo']>>('Demo').implement({
  description: 'What the demo tells about its makers.',
  fields: (t) => ({
    scaffoldCommand: t.exposeString('scaffoldCommand', {
      description: 'The command that makes a copy of the starter.',
    }),
    readmeUrl: t.exposeString('readmeUrl', { description: 'The address of the readme.' }),
    contactEmail: t.exposeString('contactEmail', { description: 'The makers’ e-mail address.' }),
  }),
});

const Setup = builder.objectRef<Settings>('Setup').implement({
  description: 'Public configuration: what a browser must know before anybody signs in.',
  fields: (t) => ({
    appName: t.exposeString('appName', { description: 'The product’s name.' }),
    version: t.string({
      description: 'The product’s version.',
      resolve: () => packageJson.version,
    }),
    mode: t.field({ type: Mode, description: 'How it runs.', resolve: ({ mode }) => mode }),
    environment: t.field({
      type: Environment,
      description: 'Which installation it is.',
      resolve: ({ environment }) => environment,
    }),
    language: t.field({
      type: Language,
      description: 'The language of messages in this answer.',
      resolve: (_settings, _args, { language }) => language,
    }),
    signUpEnabled: t.exposeBoolean('signUpEnabled', {
      description: 'Whether somebody unknown gets an account by signing in.',
    }),
    providers: t.field({
      type: [AuthProvider],
      description: 'The identity providers one can sign in with, besides a code by mail.',
      resolve: ({ providers }) => providers,
    }),
    captcha: t.field({
      type: Captcha,
      nullable: true,
      description: 'What must be solved to ask for a code by mail; null where nothing must.',
      resolve: ({ captcha }) => captcha,
    }),
    codeLength: t.int({
      description: 'Characters of a verification code.',
      resolve: () => limits.codeLength,
    }),
    codeMinutes: t.exposeInt('codeMinutes', {
      description: 'Minutes until a verification code expires.',
    }),
    resendSeconds: t.int({
      description: 'Seconds until a verification code can be asked for again.',
      resolve: () => limits.codeResendSeconds,
    }),
    devInboxUrl: t.string({
      nullable: true,
      description: 'Where mails can be read that are not sent; null where they are sent.',
      resolve: ({ devInbox }) => (devInbox ? '/dev/inbox' : null),
    }),
    demo: t.field({
      type: Demo,
      nullable: true,
      description: 'What the demo tells about its makers; null outside of it.',
      resolve: ({ demo }) => demo,
    }),
  }),
});

builder.queryFields((t) => ({
  setup: t.field({
    type: Setup,
    description: 'Public configuration.',
    authScopes: { public: true },
    resolve: (_root, _args, { settings }) => settings,
  }),
}));
