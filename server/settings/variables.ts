import * as z from 'zod';
import { captchaGroup, captchaVariables } from './captcha.ts';
import { demoGroup, demoVariables } from './demo-variables.ts';
import { organizationGroup, organizationVariables } from './organization-variables.ts';
import { providerGroup, providerVariables } from './provider-variables.ts';
import { shortText, url, type Variable, wholeNumber } from './schemas.ts';
import { serverVariables } from './server.ts';
import { signInVariables } from './sign-in.ts';

/** Retention in days, used where no setting applies. */
export const defaultDays = { auditDays: 400, mailDays: 30 };

const dataVariables = {
  DATABASE_URL: {
    schema: url(/^postgres(ql)?$/, 'must be a PostgreSQL URL').optional(),
    description:
      'PostgreSQL 15 or later. Unset: an embedded PostgreSQL that keeps its data in DATA_DIR.',
    example: 'postgresql://user:password@localhost:5432/atrium',
  },
  DATABASE_DIRECT_URL: {
    schema: url(/^postgres(ql)?$/, 'must be a PostgreSQL URL').optional(),
    description:
      'The same database without PgBouncer, for migrations and change notifications. Required if DATABASE_URL points to a pooler in transaction mode, which needs ?pgbouncer=true at the end of its URL.',
    example: 'postgresql://user:password@localhost:5433/atrium',
  },
  DATA_DIR: {
    schema: z.string().default('.data'),
    description: 'Folder of the embedded PostgreSQL.',
  },
  GEOIP_FILE: {
    schema: z.string().optional(),
    description:
      'MaxMind DB file (.mmdb) with cities or countries, such as GeoLite2-City. Sessions and emails about new devices then name the place of the IP address. A replaced file is read within a minute. See docs/guides/production.md.',
    example: '/usr/share/GeoIP/GeoLite2-City.mmdb',
  },
  AUDIT_DAYS: {
    schema: wholeNumber(30, 3_650, defaultDays.auditDays),
    description:
      "Retention of the audit log in days, 30–3650. Repetitions are limited, except managers': of one kind of event by one person about one account, the first 100 and the newest 200 are kept. Of events by members about an organization's records, 10,000 are kept, until the organization is deleted. A flood only displaces its own events.",
  },
  MAIL_DAYS: {
    schema: wholeNumber(2, 365, defaultDays.mailDays),
    description:
      'Days until sent and failed emails, stored without their content, are deleted, 2–365.',
  },
} satisfies Record<string, Variable>;

const mailVariables = {
  SMTP_URL: {
    schema: url(/^smtps?$/, 'must be a URL that begins with smtp:// or smtps://').optional(),
    description: 'The mail server. Required in production. Unset: emails are shown at /dev/inbox.',
    example: 'smtp://user:password@mail.example.com:587',
  },
  MAIL_FROM: {
    schema: z.string().optional(),
    description: 'The sender. Default: APP_NAME, and no-reply@ at the host of BASE_URL.',
    example: 'Atrium <no-reply@example.com>',
    isPublic: true,
  },
} satisfies Record<string, Variable>;

const appearanceVariables = {
  APP_NAME: {
    schema: shortText(50).default('Atrium'),
    description: 'Name shown in the interface and in emails.',
    isPublic: true,
  },
  ENV_NAME: {
    schema: shortText(30).optional(),
    description: 'Name, emoji and color that distinguish installations.',
    example: 'staging',
    isPublic: true,
  },
  ENV_EMOJI: {
    schema: z
      .string()
      .regex(/^\p{RGI_Emoji}$/v, 'must be an emoji')
      .optional(),
    description: '',
    example: '🌱',
    isPublic: true,
  },
  ENV_COLOR: {
    schema: z
      .string()
      .regex(/^[a-z]+$/, 'must be the name of a color')
      .default('plum'),
    description: '',
    isPublic: true,
  },
} satisfies Record<string, Variable>;

type Group = { title: string; description?: string; variables: Record<string, Variable> };

export const groups: readonly Group[] = [
  { title: 'Server', variables: serverVariables },
  { title: 'Data', variables: dataVariables },
  { title: 'Sign-in', variables: signInVariables },
  providerGroup,
  captchaGroup,
  { title: 'Email', variables: mailVariables },
  { title: 'Appearance', variables: appearanceVariables },
  organizationGroup,
  demoGroup,
];

export const variables = {
  ...serverVariables,
  ...dataVariables,
  ...signInVariables,
  ...providerVariables,
  ...captchaVariables,
  ...mailVariables,
  ...appearanceVariables,
  ...organizationVariables,
  ...demoVariables,
};
