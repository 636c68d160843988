import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { grantableRoles } from '#client/features/member/use-member-entries.tsx';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import type { OrganizationRole } from '#client/graphql/schema.generated.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { AlertIcon } from '#client/ui/base/icons.tsx';
import { SelectField } from '#client/ui/form/choice-field.tsx';
import { TextAreaField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { limits } from '#shared/limits.ts';
import { optional } from '#shared/rules/optional.ts';
import { readAddresses } from './addresses.ts';
import { InvitationTeamsDocument, InviteMembersDocument } from './invitation.generated.ts';

const rules = z.object({
  emails: z.pipe(
    z.string(),
    z.pipe(
      z.transform(readAddresses),
      z
        .array(z.string())
        .check(
          z.minLength(1, 'EMAIL_REQUIRED'),
          z.maxLength(limits.invitationsPerOrganization, 'INVITATION_LIMIT_REACHED'),
        ),
    ),
  ),
  role: z.custom<OrganizationRole>(),
  teamId: optional(z.string()),
});

type Values = z.infer<typeof rules>;

const partsOf = <Item,>(items: Item[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Invites several people at a time. Rejected addresses stay in the field, with the reason. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { id, viewerRole } = useOrganization();
  const { t } = useTranslation('organization');
  const [text, setText] = useState('');
  const [role, setRole] = useState<OrganizationRole>('MEMBER');
  const [refused, setRefused] = useState<RefusedAddress[]>([]);
  const [, invite] = useMutation(InviteMembersDocument);
  const [{ data }] = useQuery({
    query: InvitationTeamsDocument,
    variables: { id, first: limits.teamsPerOrganization },
    pause: !open,
  });
  const teams = data?.organization?.teams?.nodes ?? [];

  function close() {
    setText('');
    setRole('MEMBER');
    setRefused([]);
    onClose();
  }

  async function submit({ emails, role, teamId }: Values, form: FormHandle) {
    const failures: RefusedAddress[] = [];
    let sent = 0;
    for (const part of partsOf(emails, limits.invitationsAtOnce)) {
      const input = { organizationId: id, emails: part, role, teamId };
      const result = await invite({ input });
      const failed = findMutationErrors(result);
      const ofAddress = failed?.errors.filter(({ field }) => field?.[0] === 'emails') ?? [];
      failures.push(
        ...ofAddress.map(({ code, field }) => ({ code, email: part[Number(field?.[1])] ?? '' })),
      );
      sent += result.data?.inviteMembers?.invitations?.length ?? 0;
      if (failed && ofAddress.length < failed.errors.length) {
        form.fail({ ...failed, errors: failed.errors.filter((each) => !ofAddress.includes(each)) });
        break;
      }
    }
    setRefused(failures);
    if (sent > 0) {
      toast('success', t('invite.done', { count: sent, total: formatNumber(sent) }));
      setText(failures.map(({ email }) => email).join('\n'));
      if (failures.length === 0) close();
    }
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={close}
      title={t('invite.action')}
      description={t('invite.body')}
    >
      <Form
        rules={rules}
        onSubmit={submit}
        className="mt-2 grid gap-4 has-[[role=alert]]:[&_textarea]:border-danger"
      >
        <TextAreaField
          name="emails"
          label={t('invite.emails')}
          hint={t('invite.emailsHint')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
          autoFocus
        />
        <RefusedAddresses refused={refused} />
        <SelectField
          name="role"
          label={t('field.role')}
          hint={t(`roleHint.${role}`)}
          defaultValue={role}
          onChange={(value) => setRole(value as OrganizationRole)}
          options={grantableRoles(viewerRole)
            .toReversed()
            .map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        {teams.length > 0 && (
          <SelectField
            name="teamId"
            label={t('field.team')}
            defaultValue=""
            options={[
              { value: '', label: t('invite.noTeam') },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <FormDialogActions submitLabel={t('invite.submit')} onCancel={close} />
      </Form>
    </ResponsiveDialog>
  );
}

type RefusedAddress = { email: string; code: string };

function RefusedAddresses({ refused }: { refused: readonly RefusedAddress[] }) {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="rounded-control bg-danger-soft p-3 text-sm text-danger-text">
      <ul className="grid gap-2">
        {refused.map(({ email, code }) => (
          <li key={email} className="flex gap-2">
            <AlertIcon />
            <span className="grid min-w-0">
              <bdi className="font-medium wrap-anywhere">{email}</bdi>
              {errorText(code)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
