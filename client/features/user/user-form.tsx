import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Role as ApiRole } from '#client/graphql/schema.generated.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form, type FormHandle } from '#client/ui/form.tsx';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { Link } from '#client/ui/link.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { userRules } from '#shared/rules/user.ts';
import type { UserFormFragment } from './user-form.generated.ts';

/** What the form hands on: already checked and trimmed; without a role where that is not to be set. */
export type UserValues = { email: string; name: string; role?: Role };

const rulesWithoutRole = z.omit(userRules, { role: true });

/** `admin` in the table is `ADMIN` in GraphQL. */
export function apiRole<Name extends Role>(role: Name): Uppercase<Name> & ApiRole {
  return role.toUpperCase() as Uppercase<Name> & ApiRole;
}

type UserFormProps = {
  /** The one to change; none for a new one. */
  user?: UserFormFragment;
  submitLabel: string;
  /** Where giving up leads. */
  cancelTo: string;
  onSubmit: (values: UserValues, form: FormHandle) => Promise<void>;
};

/** E-mail, name and role. */
export function UserForm({ user, submitLabel, cancelTo, onSubmit }: UserFormProps) {
  const { t } = useTranslation(['user', 'common']);
  const canSetRole = user?.viewerCanSetRole ?? true;
  const role = roleNames.find((name) => user?.roles.includes(apiRole(name))) ?? 'user';
  return (
    <Form<UserValues>
      rules={canSetRole ? userRules : rulesWithoutRole}
      onSubmit={onSubmit}
      className="grid max-w-form gap-6"
    >
      <LeaveGuard />
      <TextField
        name="email"
        type="email"
        label={t('user:field.email')}
        hint={t('user:form.emailHint')}
        defaultValue={user?.email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.emailMax}
        dir="ltr"
        className="rtl:text-end"
        required
      />
      <TextField
        name="name"
        label={t('user:field.name')}
        hint={t('user:form.nameHint')}
        defaultValue={user?.name}
        autoComplete="off"
        maxLength={limits.nameMax}
        optional
      />
      {canSetRole ? (
        <ChoiceField
          name="role"
          label={t('user:field.role')}
          defaultValue={role}
          options={(['user', 'admin'] as const).map((value) => ({
            value,
            label: t(`user:role.${apiRole(value)}`),
            hint: t(`user:roleHint.${apiRole(value)}`),
          }))}
        />
      ) : (
        <div className="grid gap-1.5 text-sm">
          <span className="font-medium">{t('user:field.role')}</span>
          <span>{t(`user:role.${apiRole(role)}`)}</span>
          <span className="text-text-muted">{t('user:self.role')}</span>
        </div>
      )}
      <div className="flex flex-col-reverse gap-2 border-t border-line pt-4 sm:flex-row sm:justify-end">
        <Link to={cancelTo} className={buttonClass()}>
          {t('common:confirm.cancel')}
        </Link>
        <SubmitButton>{submitLabel}</SubmitButton>
      </div>
    </Form>
  );
}
