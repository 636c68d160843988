import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useViewer } from '#client/features/session/use-session.ts';
import { apiRole, suggestedRoles } from '#client/lib/roles.ts';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { EmailField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { UnsavedChangesGuard } from '#client/ui/form/unsaved-changes-guard.tsx';
import { nameOfEnum } from '#shared/enum-name.ts';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import { userRules } from '#shared/rules/user.ts';
import type { UserFormFragment } from './user.generated.ts';

export type UserValues = { email?: string; name: string; role?: Role };

function rulesFor(
  canUpdateEmail: boolean,
  canSetRole: boolean,
  isServiceAccount: boolean,
): z.ZodMiniType<UserValues> {
  if (isServiceAccount) {
    return canSetRole ? serviceAccountRules : z.omit(serviceAccountRules, { role: true });
  }
  if (canUpdateEmail && canSetRole) return userRules;
  if (canUpdateEmail) return z.omit(userRules, { role: true });
  if (canSetRole) return z.omit(userRules, { email: true });
  return z.omit(userRules, { email: true, role: true });
}

type UserFormProps = {
  /** The user to change. Without it, the form creates one. */
  user?: UserFormFragment;
  submitLabel: string;
  cancelTo: string;
  onSubmit: (values: UserValues, form: FormHandle) => Promise<void>;
};

export function UserForm({ user, submitLabel, cancelTo, onSubmit }: UserFormProps) {
  const { t } = useTranslation(['user', 'common']);
  const viewer = useViewer();
  const canSetRole = user?.viewerCanSetRole ?? true;
  const canUpdateEmail = user?.viewerCanUpdateEmail ?? true;
  const isServiceAccount = user?.isServiceAccount ?? false;
  const texts = isServiceAccount ? 'user:serviceAccount.' : 'user:';
  const role = nameOfEnum(user?.role ?? 'USER', roleNames) ?? 'user';
  return (
    <Form<UserValues>
      rules={rulesFor(canUpdateEmail, canSetRole, isServiceAccount)}
      record={user}
      onSubmit={onSubmit}
    >
      <UnsavedChangesGuard />
      {canUpdateEmail ? (
        <EmailField
          name="email"
          label={t('user:field.email')}
          hint={t(user?.status === 'INVITED' ? 'user:form.emailOfInvited' : 'user:form.emailHint')}
          defaultValue={user?.email}
          autoComplete="off"
          maxLength={limits.emailMax}
          required
        />
      ) : isServiceAccount ? null : (
        <FixedValue
          label={t('user:field.email')}
          value={<bdi dir="ltr">{user?.email}</bdi>}
          reason={t(user?.id === viewer.user.id ? 'user:self.email' : 'user:form.emailOfAdmin')}
        />
      )}
      <TextField
        name="name"
        label={t('user:field.name')}
        hint={t(isServiceAccount ? 'user:serviceAccount.nameHint' : 'user:form.nameHint')}
        defaultValue={user?.name}
        autoComplete="off"
        maxLength={limits.nameMax}
        {...(isServiceAccount ? { required: true } : { optional: true })}
      />
      {canSetRole ? (
        <ChoiceField
          name="role"
          label={t('user:field.role')}
          defaultValue={role}
          options={suggestedRoles.map((value) => ({
            value,
            label: t(`user:role.${apiRole(value)}`),
            hint: t(`${texts}roleHint.${apiRole(value)}`),
          }))}
        />
      ) : (
        <FixedValue
          label={t('user:field.role')}
          value={t(`user:role.${apiRole(role)}`)}
          reason={t('user:self.role')}
        />
      )}
      <FormActions submitLabel={submitLabel} cancelTo={cancelTo} />
    </Form>
  );
}

type FixedValueProps = { label: string; value: ReactNode; reason: string };

function FixedValue({ label, value, reason }: FixedValueProps) {
  return (
    <div className="grid gap-1.5 text-sm">
      <span className="font-medium">{label}</span>
      <span className="wrap-anywhere">{value}</span>
      <span className="text-text-muted">{reason}</span>
    </div>
  );
}
