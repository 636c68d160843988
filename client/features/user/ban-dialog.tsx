import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { dayText, nextDay, readDay } from '#client/lib/day.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { TextAreaField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { banRules } from '#shared/rules/user.ts';
import { displayName } from './display-name.ts';
import type { UserActionsFragment } from './user.generated.ts';
import { useBanUserMutation } from './user-actions.generated.ts';

/** The last millisecond of a day, so that a ban until Friday includes Friday. */
function endOf(day: string): Date | undefined {
  const date = readDay(day);
  return date ? new Date(nextDay(date).getTime() - 1) : undefined;
}

const formRules = z.pipe(
  z.pipe(
    z.object({ banReason: z.string(), banEndsAt: z.string() }),
    z.transform(
      ({
        banReason,
        banEndsAt,
      }: Record<'banReason' | 'banEndsAt', string>): z.input<typeof banRules> => ({
        banReason,
        banEndsAt: endOf(banEndsAt) ?? null,
      }),
    ),
  ),
  banRules,
);

type BanDialogProps = {
  user: UserActionsFragment;
  open: boolean;
  onClose: () => void;
  onBanned?: (() => void) | undefined;
};

/** Bans a user, with an optional reason and last day. */
export default function BanDialog({ user, open, onClose, onBanned }: BanDialogProps) {
  const { t } = useTranslation(['user', 'common']);
  const [, banUser] = useBanUserMutation();
  const [today] = useState(() => readDay(dayText(new Date())) ?? new Date());
  const name = displayName(user);

  async function submit({ banReason, banEndsAt }: z.output<typeof banRules>, form: FormHandle) {
    const input = { id: user.id, banReason, banEndsAt: banEndsAt?.toISOString() ?? null };
    const result = await banUser({ input });
    const failed = findMutationErrors(result, result.data?.banUser);
    if (failed) return form.fail(failed);
    onClose();
    void toast('success', t('user:ban.done'));
    onBanned?.();
  }

  return (
    <ResponsiveDialog
      open={open}
      onClose={onClose}
      title={t('user:ban.title', { name })}
      description={t('user:ban.body')}
    >
      <Form rules={formRules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextAreaField
          name="banReason"
          label={t('user:ban.reason')}
          hint={t('user:ban.reasonHint')}
          dir="auto"
          required
        />
        <DateField
          name="banEndsAt"
          label={t('user:ban.lastDay')}
          hint={t('user:ban.lastDayHint')}
          empty={t('user:ban.noEnd')}
          min={today}
          optional
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
          <SubmitButton>{t('user:ban.confirm')}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
