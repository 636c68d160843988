import type { SignInMethod } from '#server/generated/prisma/client.ts';
import type { Text } from '#server/i18n.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from './layout.ts';
import { originText, type RequestOrigin } from './request-origin.ts';
import type { Recipient, RenderMail } from './templates.ts';

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
  /** Of the passkey or the identity provider. */
  name?: string | undefined;
  origin: RequestOrigin;
  ipAddress: string | null;
  place: string | null;
  securePath: string;
};

const wasNotMe = (t: Text, path: string) => ({
  link: { label: t('mail:secureAccount.link'), path },
  closing: [t('mail:secureAccount.closing', { count: limits.secureAccountDays })],
});

/** Notices with a link that ends all sessions of the recipient. */
export const createSecurityTemplates = (render: RenderMail) => ({
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
      opening: [t(`mail:passkey.${kind}.opening`, { name: isolated(name) })],
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
            t(`mail:newDevice.method.${method}`, { name: isolated(name ?? '') }),
            originText(t, recipient.language, origin, 'newDevice'),
            ...(ipAddress ? [t(`mail:newDevice.${place ? 'place' : 'address'}`, address)] : []),
          ].join(' '),
        ],
        ...wasNotMe(t, securePath),
      };
    }),
});
