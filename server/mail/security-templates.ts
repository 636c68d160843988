import type { SignInMethod } from '#server/generated/prisma/client.ts';
import type { Text, Translate } from '#server/i18n.ts';
import type { Settings } from '#server/settings.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { isolated, type MailContent, type MailTemplate } from './layout.ts';
import { originText, type RequestOrigin } from './request-origin.ts';

/** The page where the recipient of a security notice ends all sessions. */
export const secureAccountPath = '/secure-account';

export type AboutPasskey = { kind: 'added' | 'removed'; name: string; securePath: string };

/** Without `securePath` if a manager changed it, which the link can't undo. */
export type AboutEmailChange = { email: string; securePath?: string };

export type RecoveryCodesEvent = { kind: 'created' } | { kind: 'used'; left: number };

export type AboutRecoveryCodes = RecoveryCodesEvent & { securePath: string };

/** How the owner of an account signs in. A recovery code has a notice of its own. */
export const ownSignInMethods = [
  'email_code',
  'passkey',
  'identity_provider',
] as const satisfies readonly SignInMethod[];

export type AboutNewDevice = {
  method: (typeof ownSignInMethods)[number];
  /** Of the passkey or the identity provider. */
  name?: string | undefined;
  origin: RequestOrigin;
  ipAddress: string | null;
  place: string | null;
  securePath: string;
};

type Recipient = { to: string; language: Language };

type SecurityTemplateDeps = {
  translate: Translate;
  settings: Pick<Settings, 'appName' | 'baseUrl'>;
  render(
    recipient: Recipient,
    kind: 'emailChanged' | 'passkey' | 'newDevice' | 'recoveryCodes',
    template: Pick<MailTemplate, 'subject' | 'opening' | 'link' | 'closing'>,
  ): MailContent;
};

/** Notices with a link that ends all sessions of the recipient. */
export function createSecurityTemplates(deps: SecurityTemplateDeps) {
  const { translate, settings, render } = deps;
  const { appName, baseUrl } = settings;

  const wasNotMe = (t: Text, path: string) => ({
    link: { label: t('mail:secureAccount.link'), url: `${baseUrl}${path}` },
    closing: [t('mail:secureAccount.closing', { count: limits.secureAccountDays })],
  });

  return {
    emailChanged(recipient: Recipient, { email, securePath }: AboutEmailChange): MailContent {
      const t = translate(recipient.language);
      const { link, closing } = securePath ? wasNotMe(t, securePath) : { closing: [] };
      return render(recipient, 'emailChanged', {
        subject: t('mail:emailChanged.subject', { appName }),
        opening: [
          t('mail:emailChanged.opening', { appName, email: isolated(email) }),
          t('mail:emailChanged.devices'),
          t('mail:emailChanged.accessTokens'),
        ],
        ...(link && { link }),
        closing: [...closing, t(`mail:emailChanged.${securePath ? 'undo' : 'closing'}`)],
      });
    },

    passkey(recipient: Recipient, { kind, name, securePath }: AboutPasskey): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'passkey', {
        subject: t(`mail:passkey.${kind}.subject`, { appName }),
        opening: [t(`mail:passkey.${kind}.opening`, { appName, name: isolated(name) })],
        ...wasNotMe(t, securePath),
      });
    },

    recoveryCodes(recipient: Recipient, { securePath, ...event }: AboutRecoveryCodes): MailContent {
      const t = translate(recipient.language);
      return render(recipient, 'recoveryCodes', {
        subject: t(`mail:recoveryCodes.${event.kind}.subject`, { appName }),
        opening: [
          t(`mail:recoveryCodes.${event.kind}.opening`, { appName }),
          ...('left' in event ? [t('mail:recoveryCodes.left', { count: event.left })] : []),
        ],
        ...wasNotMe(t, securePath),
      });
    },

    newDevice(
      recipient: Recipient,
      { method, name, origin, ipAddress, place, securePath }: AboutNewDevice,
    ): MailContent {
      const t = translate(recipient.language);
      const address = { ipAddress: isolated(ipAddress ?? ''), place: isolated(place ?? '') };
      const from = t(`mail:newDevice.${place ? 'place' : 'address'}`, address);
      return render(recipient, 'newDevice', {
        subject: t('mail:newDevice.subject', { appName }),
        opening: [
          t('mail:newDevice.opening', { appName }),
          [
            t(`mail:newDevice.method.${method}`, { name: isolated(name ?? '') }),
            originText(t, recipient.language, origin, 'newDevice'),
            ...(ipAddress ? [from] : []),
          ].join(' '),
        ],
        ...wasNotMe(t, securePath),
      });
    },
  };
}
