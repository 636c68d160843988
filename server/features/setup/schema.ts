import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import { builder } from '#server/graphql/builder.ts';
import { Language, Role } from '#server/graphql/types/enums.ts';
import { captchaProviders } from '#server/settings/captcha.ts';
import { hasIpAddress } from '#server/settings/schemas.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';

const Mode = builder.enumType('Mode', {
  description: 'Mode of an installation.',
  values: {
    LOCAL: {
      value: 'local',
      description: 'Development. Emails may be shown in a dev inbox instead of being sent.',
    },
    PRODUCTION: { value: 'production', description: 'Production.' },
    DEMO: {
      value: 'demo',
      description:
        'Read-only demo: every change except signing in and out is refused with DEMO_MODE.',
    },
  } as const,
});

const Environment = builder.objectRef<Settings['environment']>('Environment').implement({
  description: 'Badge that distinguishes installations, such as staging and production.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name, for example `staging`. Null if it has none.',
    }),
    emoji: t.exposeString('emoji', {
      nullable: true,
      description: 'One emoji. Null if it has none.',
    }),
    color: t.exposeString('color', { description: 'CSS colour name, for example `plum`.' }),
  }),
});

const SampleAccount = builder
  .objectRef<Settings['sampleAccounts'][number]>('SampleAccount')
  .implement({
    description: 'A sample user whom everyone may sign in as.',
    fields: (t) => ({
      role: t.expose('role', {
        type: Role,
        description: 'Role of the user, for `POST /api/auth/sign-in/sample`.',
      }),
      email: t.exposeString('email', { description: 'Email address of the user.' }),
    }),
  });

const CaptchaProvider = builder.enumType('CaptchaProvider', {
  description: 'A CAPTCHA service.',
  values: Object.fromEntries(
    captchaProviders.map((name) => [
      name.toUpperCase().replaceAll('-', '_'),
      { value: name, description: `\`${name}\`` },
    ]),
  ) as Record<string, { value: (typeof captchaProviders)[number]; description: string }>,
});

const Captcha = builder.objectRef<NonNullable<Settings['captcha']>>('Captcha').implement({
  description:
    'The CAPTCHA to solve before requesting a sign-in code. Send its response in the header `x-captcha-response`.',
  fields: (t) => ({
    provider: t.expose('provider', {
      type: CaptchaProvider,
      description: 'Service whose widget to show.',
    }),
    siteKey: t.exposeString('siteKey', { description: 'Public site key for the widget.' }),
  }),
});

const Demo = builder.objectRef<NonNullable<Settings['demo']>>('Demo').implement({
  description: 'Links of a demo to its makers.',
  fields: (t) => ({
    scaffoldCommand: t.exposeString('scaffoldCommand', {
      description: 'Command that creates a copy of the starter.',
    }),
    readmeUrl: t.expose('readmeUrl', { type: 'URL', description: 'URL of the readme.' }),
    contactEmail: t.exposeString('contactEmail', { description: 'Email address of the makers.' }),
  }),
});

const AuthProvider = builder.objectRef<{ id: string; name: string }>('AuthProvider').implement({
  description: 'An identity provider to sign in with.',
  fields: (t) => ({
    key: t.exposeString('id', {
      description: 'Value of `provider` in `POST /api/auth/sign-in/social`.',
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
  }),
});

const Setup = builder.objectRef<Settings>('Setup').implement({
  description: 'Public configuration of an installation.',
  fields: (t) => ({
    appName: t.exposeString('appName', { description: 'Name of the product.' }),
    version: t.string({
      description: 'Version of the product.',
      resolve: () => packageJson.version,
    }),
    commit: t.string({
      nullable: true,
      description: 'Git commit that the product was built from. Null if it is not known.',
      resolve: () => readBuildInfo()?.commit ?? null,
    }),
    builtAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the product was built. Null if it runs from its sources.',
      resolve: () => {
        const { builtAt } = readBuildInfo() ?? {};
        return builtAt ? new Date(builtAt) : null;
      },
    }),
    mode: t.expose('mode', { type: Mode, description: 'Mode of the installation.' }),
    environment: t.expose('environment', {
      type: Environment,
      description: 'Badge of the installation.',
    }),
    language: t.field({
      type: Language,
      description: 'Language of the messages in this response.',
      resolve: (_settings, _args, { language }) => language(),
    }),
    passkeysEnabled: t.boolean({
      description:
        'Whether users can sign in with passkeys. False if `BASE_URL` has an IP address, which browsers refuse. False in demo mode.',
      resolve: ({ mode, baseUrl }) => mode !== 'demo' && !hasIpAddress(baseUrl),
    }),
    signUpEnabled: t.exposeBoolean('signUpEnabled', {
      description: 'Whether signing in with an unknown email address creates an account.',
    }),
    codeLength: t.int({
      description: 'Length of a verification code, in characters.',
      resolve: () => limits.codeLength,
    }),
    codeMinutes: t.exposeInt('codeMinutes', {
      description: 'Lifetime of a verification code, in minutes.',
    }),
    resendSeconds: t.int({
      description: 'Seconds before another verification code can be requested.',
      resolve: () => limits.codeResendSeconds,
    }),
    devInboxUrl: t.string({
      nullable: true,
      description: 'Path of the development inbox. Null if emails are sent.',
      resolve: ({ devInbox }) => (devInbox ? '/dev/inbox' : null),
    }),
    sampleAccounts: t.expose('sampleAccounts', {
      type: [SampleAccount],
      description: 'Sample users to sign in as without a code. Empty in production.',
    }),
    captcha: t.expose('captcha', {
      type: Captcha,
      nullable: true,
      description: 'CAPTCHA to solve before requesting a code. Null if none is required.',
    }),
    demo: t.expose('demo', {
      type: Demo,
      nullable: true,
      description: 'Links to the makers. Null unless `mode` is DEMO.',
    }),
    providers: t.field({
      type: [AuthProvider],
      description: 'Identity providers to sign in with, besides codes by email.',
      resolve: ({ providers }) => providers.offered,
    }),
  }),
});

builder.queryFields((t) => ({
  setup: t.field({
    type: Setup,
    description: 'Public configuration of this installation. Requires no authentication.',
    extensions: { cacheSeconds: 60 },
    authScopes: { public: true },
    resolve: (_root, _args, { settings }) => settings,
  }),
}));
