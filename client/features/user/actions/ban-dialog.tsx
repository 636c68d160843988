import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { MutationErrors } from '#client/graphql/errors.ts';
import { dayText, nextDay, readDay } from '#client/lib/day.ts';
import { DateField } from '#client/ui/form/date-field.tsx';
import { TextAreaField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { date } from '#shared/rules/date.ts';
import { optional } from '#shared/rules/optional.ts';
import { banRules } from '#shared/rules/user.ts';

/** The day's last millisecond, so that a ban until Friday includes Friday. */
function endOf(day: string | null): Date | null | undefined {
  const start = readDay(day);
  return start && new Date(nextDay(start).getTime() - 1);
}

const formRules = z.object({
  banReason: banRules.shape.banReason,
  banEndsAt: z.pipe(
    z.pipe(optional(date({ invalid: 'END_NOT_IN_FUTURE' })), z.transform(endOf)),
    banRules.shape.banEndsAt,
  ),
});

type BanDialogProps = {
  title: string;
  body: string;
  confirm: string;
  open: boolean;
  onClose: () => void;
  /** Resolves to validation errors, or null. */
  onBan: (ban: { banReason: string; banEndsAt: string | null }) => Promise<MutationErrors | null>;
};

export function BanDialog(props: BanDialogProps) {
  const { title, body, confirm, open, onClose, onBan } = props;
  const { t } = useTranslation('user');

  async function submit({ banReason, banEndsAt }: z.output<typeof formRules>, form: FormHandle) {
    const failed = await onBan({ banReason, banEndsAt: banEndsAt?.toISOString() ?? null });
    if (failed) return form.fail(failed);
    onClose();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={title} description={body}>
      <Form rules={formRules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextAreaField
          name="banReason"
          label={t('ban.reason')}
          hint={t('ban.reasonHint')}
          dir="auto"
          required
        />
        <DateField
          name="banEndsAt"
          label={t('ban.lastDay')}
          hint={t('ban.lastDayHint')}
          empty={t('ban.noEnd')}
          min={readDay(dayText(new Date())) ?? new Date()}
          optional
        />
        <FormDialogActions submitLabel={confirm} danger onCancel={onClose} />
      </Form>
    </ResponsiveDialog>
  );
}
