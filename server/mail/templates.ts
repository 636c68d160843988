import type { SignInMethod } from '#server/generated/prisma/client.ts';
import { type Text, translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import {
  foreignName,
  isolated,
  type MailContent,
  type MailTemplate,
  renderMail,
} from './layout.ts';
import { originText, type RequestOrigin } from './request-origin.ts';

export type Recipient = { to: string; language: Language };

export type CodePurpose = 'signIn' | 'changeEmail';

export type AccessTokenNotice =
  | { kind: 'created' | 'rotated' }
  | { kind: 'newNetwork'; network: string }
  | { kind: 'expiring'; expiresAt: Date };

const ownPasskeysPath = '/app/account/security';
export const ownTokensPath = '/app/account/access-tokens';

/** `path` leads to the page where the token can be revoked. */
type AboutAccessToken = {
  name: string;
  account: string;
  path: string;
  notice: AccessTokenNotice;
};

/** `path` leads to the page where the invitation can be accepted or declined. */
type AboutOrganizationInvitation = { organization: string; inviter: string; path: string };

/** The page where the recipient of a security notice ends all sessions. */
export const secureAccountPath = '/secure-account';

type AboutPasskey = { kind: 'added' | 'removed'; name: string; securePath: string };

/** Without `securePath` if a manager changed it, which the link can't undo. */
export type AboutEmailChange = { email: string; securePath?: string };

export type RecoveryCodesEvent = { kind: 'created' } | { kind: 'used'; left: number };

/** How the owner of an account signs in. A recovery code has a notice of its own. */
export const ownSignInMethods = [
  'email_code',
  'passkey',
  'identity_provider',
] as const satisfies readonly SignInMethod[];

export type AboutNewDevice = {
  method: (typeof ownSignInMethods)[number];
  /** Of the credential, if it has one. */
  name?: string | undefined;
  origin: RequestOrigin;
  ipAddress: string | null;
  place: string | null;
  securePath: string;
};

/** Mails whose texts say why they were sent. */
type MailKind = Parameters<Text>[0] extends infer Key
  ? Key extends `mail:${infer Kind}.reason`
    ? Kind
    : never
  : never;

type Template = Pick<MailTemplate, 'subject' | 'opening' | 'code' | 'link' | 'closing'>;

type TemplateSettings = Pick<Settings, 'appName' | 'baseUrl' | 'codeMinutes'>;

/** A link that ends all sessions of the recipient. */
const wasNotMe = (t: Text, path: string) => ({
  link: { label: t('mail:secureAccount.link'), path },
  closing: [t('mail:secureAccount.closing', { count: limits.secureAccountDays })],
});

export function createTemplates({ appName, baseUrl, codeMinutes }: TemplateSettings) {
  function render(
    { to, language }: Recipient,
    kind: MailKind,
    write: (t: Text) => Template,
  ): MailContent {
    const t: Text = (key, variables) => translate(language)(key, { appName, ...variables });
    const reason = t(`mail:${kind}.reason`, { email: isolated(to) });
    return renderMail({ language, appName, baseUrl, reason, ...write(t) });
  }

  return {
    code: (
      recipient: Recipient,
      { code, purpose, origin }: { code: string; purpose: CodePurpose; origin: RequestOrigin },
    ) =>
      render(recipient, 'code', (t) => ({
        subject: t('mail:code.subject'),
        opening: [t(`mail:code.${purpose}`)],
        code,
        closing: [
          t('mail:code.expires', { count: codeMinutes }),
          originText(t, recipient.language, origin),
          t('mail:code.ignore'),
        ],
      })),

    invitation: (recipient: Recipient, inviter: string) =>
      render(recipient, 'invitation', (t) => ({
        subject: t('mail:invitation.subject'),
        opening: [t('mail:invitation.opening', { inviter: foreignName(inviter) })],
        link: {
          label: t('mail:invitation.link'),
          path: `/login?${new URLSearchParams({ email: recipient.to })}`,
        },
        closing: [t('mail:invitation.closing')],
      })),

    organizationInvitation: (
      recipient: Recipient,
      { organization, inviter, path }: AboutOrganizationInvitation,
    ) =>
      render(recipient, 'organizationInvitation', (t) => {
        const names = { inviter: foreignName(inviter), organization: foreignName(organization) };
        return {
          subject: t('mail:organizationInvitation.subject', names),
          opening: [t('mail:organizationInvitation.opening')],
          link: { label: t('mail:organizationInvitation.link'), path },
          closing: [
            t('mail:organizationInvitation.expires', { count: limits.invitationHours }),
            t('mail:organizationInvitation.closing'),
          ],
        };
      }),

    providerLinked: (recipient: Recipient, provider: string) =>
      render(recipient, 'providerLinked', (t) => ({
        subject: t('mail:providerLinked.subject', { provider }),
        opening: [t('mail:providerLinked.opening', { provider: isolated(provider) })],
        closing: [t('mail:providerLinked.closing')],
      })),

    emailChanged: (recipient: Recipient, { email, securePath }: AboutEmailChange) =>
      render(recipient, 'emailChanged', (t) => {
        const { closing, ...link } = securePath ? wasNotMe(t, securePath) : { closing: [] };
        return {
          subject: t('mail:emailChanged.subject'),
          opening: [
            t('mail:emailChanged.opening', { email: isolated(email) }),
            t('mail:emailChanged.devices'),
            t('mail:emailChanged.accessTokens'),
          ],
          ...link,
          closing: [...closing, t(`mail:emailChanged.${securePath ? 'undo' : 'closing'}`)],
        };
      }),

    passkey: (recipient: Recipient, { kind, name, securePath }: AboutPasskey) =>
      render(recipient, 'passkey', (t) => ({
        subject: t(`mail:passkey.${kind}.subject`),
        opening: [t(`mail:passkey.${kind}.opening`, { name: foreignName(name) })],
        ...wasNotMe(t, securePath),
      })),

    recoveryCodes: (
      recipient: Recipient,
      { securePath, ...event }: RecoveryCodesEvent & { securePath: string },
    ) =>
      render(recipient, 'recoveryCodes', (t) => ({
        subject: t(`mail:recoveryCodes.${event.kind}.subject`),
        opening: [
          t(`mail:recoveryCodes.${event.kind}.opening`),
          ...('left' in event ? [t('mail:recoveryCodes.left', { count: event.left })] : []),
        ],
        ...wasNotMe(t, securePath),
      })),

    newDevice: (
      recipient: Recipient,
      { method, name, origin, ipAddress, place, securePath }: AboutNewDevice,
    ) =>
      render(recipient, 'newDevice', (t) => {
        const address = { ipAddress: isolated(ipAddress ?? ''), place: isolated(place ?? '') };
        return {
          subject: t('mail:newDevice.subject'),
          opening: [
            t('mail:newDevice.opening'),
            [
              t(`mail:newDevice.method.${method}`, { name: foreignName(name ?? '') }),
              originText(t, recipient.language, origin, 'newDevice'),
              ...(ipAddress ? [t(`mail:newDevice.${place ? 'place' : 'address'}`, address)] : []),
            ].join(' '),
          ],
          ...wasNotMe(t, securePath),
        };
      }),

    passkeysReset: (recipient: Recipient) =>
      render(recipient, 'passkey', (t) => ({
        subject: t('mail:passkey.reset.subject'),
        opening: [t('mail:passkey.reset.opening')],
        link: { label: t('mail:passkey.link'), path: ownPasskeysPath },
        closing: [t('mail:passkey.reset.closing')],
      })),

    accessToken: (recipient: Recipient, { name, account, path, notice }: AboutAccessToken) =>
      render(recipient, 'accessToken', (t) => {
        const date = new Intl.DateTimeFormat(recipient.language, {
          dateStyle: 'long',
          timeZone: 'UTC',
        });
        return {
          subject: t(`mail:accessToken.${notice.kind}.subject`),
          opening: [
            t(`mail:accessToken.${notice.kind}.opening`, {
              name: foreignName(name),
              account: foreignName(account),
              ...('network' in notice && { network: isolated(notice.network) }),
              ...('expiresAt' in notice && { date: isolated(date.format(notice.expiresAt)) }),
            }),
          ],
          link: { label: t('mail:accessToken.link'), path },
          closing: [t(`mail:accessToken.${notice.kind}.closing`)],
        };
      }),
  };
}

export type Templates = ReturnType<typeof createTemplates>;
