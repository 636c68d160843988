import type { Translate } from '#server/i18n.ts';
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
import { createSecurityTemplates } from './security-templates.ts';

export type Recipient = { to: string; language: Language };

export type CodePurpose = 'signIn' | 'changeEmail';

export type AccessTokenNotice =
  | { kind: 'created' | 'rotated' }
  | { kind: 'newNetwork'; network: string }
  | { kind: 'expiring'; expiresAt: Date };

const ownPasskeysPath = '/app/account/security';
export const ownTokensPath = '/app/account/access-tokens';

/** `path` leads to the page where the token can be revoked. */
export type AboutAccessToken = {
  name: string;
  account: string;
  path: string;
  notice: AccessTokenNotice;
};

/** `path` leads to the page where the invitation can be accepted or declined. */
export type AboutOrganizationInvitation = { organization: string; inviter: string; path: string };

type TemplateDeps = {
  translate: Translate;
  settings: Pick<Settings, 'appName' | 'baseUrl' | 'codeMinutes'>;
};

export function createTemplates({ translate, settings }: TemplateDeps) {
  const { appName, baseUrl, codeMinutes } = settings;

  function render(
    { to, language }: Recipient,
    kind:
      | 'code'
      | 'invitation'
      | 'organizationInvitation'
      | 'emailChanged'
      | 'providerLinked'
      | 'passkey'
      | 'newDevice'
      | 'recoveryCodes'
      | 'accessToken',
    template: Omit<MailTemplate, 'language' | 'appName' | 'baseUrl' | 'reason'>,
  ): MailContent {
    const reason = translate(language)(`mail:${kind}.reason`, { appName, email: isolated(to) });
    return renderMail({ language, appName, baseUrl, reason, ...template });
  }

  return {
    ...createSecurityTemplates({ translate, settings, render }),

    code(
      recipient: Recipient,
      { code, purpose, origin }: { code: string; purpose: CodePurpose; origin: RequestOrigin },
    ): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'code', {
        subject: t('mail:code.subject'),
        opening: [t(`mail:code.${purpose}`, { appName })],
        code,
        closing: [
          t('mail:code.expires', { count: codeMinutes }),
          originText(t, recipient.language, origin),
          t('mail:code.ignore'),
        ],
      });
    },

    invitation(recipient: Recipient, inviter: string): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'invitation', {
        subject: t('mail:invitation.subject', { appName }),
        opening: [t('mail:invitation.opening', { inviter: foreignName(inviter), appName })],
        link: {
          label: t('mail:invitation.link', { appName }),
          url: `${baseUrl}/login?${new URLSearchParams({ email: recipient.to })}`,
        },
        closing: [t('mail:invitation.closing')],
      });
    },

    organizationInvitation(
      recipient: Recipient,
      { organization, inviter, path }: AboutOrganizationInvitation,
    ): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'organizationInvitation', {
        subject: t('mail:organizationInvitation.subject', { appName }),
        opening: [
          t('mail:organizationInvitation.opening', {
            inviter: foreignName(inviter),
            organization: foreignName(organization),
            appName,
          }),
        ],
        link: { label: t('mail:organizationInvitation.link'), url: `${baseUrl}${path}` },
        closing: [
          t('mail:organizationInvitation.expires', { count: limits.invitationHours }),
          t('mail:organizationInvitation.closing'),
        ],
      });
    },

    providerLinked(recipient: Recipient, provider: string): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'providerLinked', {
        subject: t('mail:providerLinked.subject', { appName, provider }),
        opening: [t('mail:providerLinked.opening', { appName, provider: isolated(provider) })],
        closing: [t('mail:providerLinked.closing')],
      });
    },

    passkeysReset(recipient: Recipient): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'passkey', {
        subject: t('mail:passkey.reset.subject', { appName }),
        opening: [t('mail:passkey.reset.opening', { appName })],
        link: { label: t('mail:passkey.link'), url: `${baseUrl}${ownPasskeysPath}` },
        closing: [t('mail:passkey.reset.closing')],
      });
    },

    accessToken(
      recipient: Recipient,
      { name, account, path, notice }: AboutAccessToken,
    ): MailContent {
      const t = translate(recipient.language);
      const date = (day: Date) =>
        new Intl.DateTimeFormat(recipient.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
          day,
        );
      return render(recipient, 'accessToken', {
        subject: t(`mail:accessToken.${notice.kind}.subject`, { appName }),
        opening: [
          t(`mail:accessToken.${notice.kind}.opening`, {
            appName,
            name: foreignName(name),
            account: foreignName(account),
            ...('network' in notice && { network: isolated(notice.network) }),
            ...('expiresAt' in notice && { date: isolated(date(notice.expiresAt)) }),
          }),
        ],
        link: { label: t('mail:accessToken.link'), url: `${baseUrl}${path}` },
        closing: [t(`mail:accessToken.${notice.kind}.closing`)],
      });
    },
  };
}

export type Templates = ReturnType<typeof createTemplates>;
