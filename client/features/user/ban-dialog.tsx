import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { MutationErrors } from '#client/graphql/errors.ts';
import { dayText, nextDay, readDay } from '#client/lib/day.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { TextAreaField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { banRules } from '#shared/rules/user.ts';

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
  title: string;
  body: string;
  /** The button's label. */
  confirm: string;
  open: boolean;
  onClose: () => void;
  /** Resolves to what is wrong with the input, or null. */
  onBan: (ban: { banReason: string; banEndsAt: string | null }) => Promise<MutationErrors | null>;
};

/** Asks for the reason and the last day of a ban. */
export default function BanDialog(props: BanDialogProps) {
  const { title, body, confirm, open, onClose, onBan } = props;
  const { t } = useTranslation(['user', 'common']);
  const [today] = useState(() => readDay(dayText(new Date())) ?? new Date());

  async function submit({ banReason, banEndsAt }: z.output<typeof banRules>, form: FormHandle) {
    const failed = await onBan({ banReason, banEndsAt: banEndsAt?.toISOString() ?? null });
    if (failed) return form.fail(failed);
    onClose();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={title} description={body}>
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
          <SubmitButton danger>{confirm}</SubmitButton>
        </DialogActions>
      </Form>
    </ResponsiveDialog>
  );
}
