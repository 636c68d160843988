import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { save } from '#client/graphql/run-mutation.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { usePageSection, usePageTitle } from '#client/lib/page.ts';
import { apiRole, suggestedRoles } from '#client/lib/roles.ts';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { EmailField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { FormPage } from '#client/ui/page/page.tsx';
import { nameOfEnum } from '#shared/enum-name.ts';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import { userRules } from '#shared/rules/user.ts';
import { displayName, userPaths } from './entity.ts';
import { CreateServiceAccountDocument } from './service-accounts/service-accounts.generated.ts';
import type { UserDetailFragment } from './user.generated.ts';
import { CreateUserDocument, UpdateUserDocument, UserDocument } from './user-page.generated.ts';

export const preload: PreloadData = ({ params: { id } }) => {
  if (id) preloadQuery(UserDocument, { id });
};

/** The form of a new user, or of the one in the URL. */
export default function UserFormPage() {
  const { id } = useParams();
  const query = useQuery({ query: UserDocument, variables: { id: id ?? '' }, pause: !id });
  if (!id) return <UserForm />;
  return (
    <EntityBoundary query={query} pick={(data) => data.user}>
      {(user) => <UserForm key={user.id} user={user} />}
    </EntityBoundary>
  );
}

type UserValues = { email?: string; name: string; role?: Role };

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
  user?: UserDetailFragment;
  isServiceAccount?: boolean;
};

export function UserForm({
  user,
  isServiceAccount = user?.isServiceAccount ?? false,
}: UserFormProps) {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const viewer = useViewer();
  const reloadSession = useReloadSession();
  const [, createUser] = useMutation(CreateUserDocument);
  const [, createServiceAccount] = useMutation(CreateServiceAccountDocument);
  const [, updateUser] = useMutation(UpdateUserDocument);
  const canSetRole = user?.viewerCanSetRole ?? true;
  const canUpdateEmail = !isServiceAccount && (user?.viewerCanUpdateEmail ?? true);
  const role = nameOfEnum(user?.role ?? 'USER', roleNames) ?? 'user';
  const list = isServiceAccount
    ? { to: userPaths.serviceAccounts(), label: t('serviceAccount.title') }
    : { to: userPaths.list(), label: t('list.title') };
  const former = user && { to: userPaths.detail(user.id), label: displayName(user) };
  const newTitle = t(isServiceAccount ? 'serviceAccount.new' : 'new.title');
  const title = former ? t('update.title', { name: former.label }) : newTitle;
  usePageTitle(former && title);
  usePageSection(isServiceAccount ? userPaths.serviceAccounts() : null);
  if (user && !user.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function create({ email = '', name, role = 'user' }: UserValues, form: FormHandle) {
    const input = { name, role: apiRole(role) };
    const data = isServiceAccount
      ? await save(form, createServiceAccount({ input }), t('serviceAccount.done'))
      : await save(form, createUser({ input: { email, ...input } }), t('new.done', { email }));
    if (!data) return;
    const [payload] = Object.values(data);
    await navigate(payload?.user ? userPaths.detail(payload.user.id) : list.to, { replace: true });
  }

  async function update(id: string, { role, ...values }: UserValues, form: FormHandle) {
    const input = { id, ...values, ...(role && { role: apiRole(role) }), ...form.version() };
    if (!(await save(form, updateUser({ input }), t('update.done')))) return;
    await navigate(userPaths.detail(id), { replace: true });
    // The menu shows the viewer's name.
    if (id === viewer.user.id) await reloadSession();
  }

  return (
    <FormPage
      parent={former ?? list}
      title={title}
      subtitle={!user && t(isServiceAccount ? 'serviceAccount.newBody' : 'new.body')}
    >
      <Form<UserValues>
        rules={rulesFor(canUpdateEmail, canSetRole, isServiceAccount)}
        record={user}
        onSubmit={(values, form) => (user ? update(user.id, values, form) : create(values, form))}
      >
        {canUpdateEmail ? (
          <EmailField
            name="email"
            label={t('field.email')}
            hint={t(user?.status === 'INVITED' ? 'form.emailOfInvited' : 'form.emailHint')}
            defaultValue={user?.email}
            autoComplete="off"
            maxLength={limits.emailMax}
            required
          />
        ) : isServiceAccount ? null : (
          <FixedValue
            label={t('field.email')}
            value={<bdi dir="ltr">{user?.email}</bdi>}
            reason={t(user?.id === viewer.user.id ? 'self.email' : 'form.emailOfAdmin')}
          />
        )}
        <TextField
          name="name"
          label={t('field.name')}
          hint={t(isServiceAccount ? 'serviceAccount.nameHint' : 'form.nameHint')}
          defaultValue={user?.name}
          autoComplete="off"
          maxLength={limits.nameMax}
          required={isServiceAccount}
          optional={!isServiceAccount}
        />
        {canSetRole ? (
          <ChoiceField
            name="role"
            label={t('field.role')}
            defaultValue={role}
            options={suggestedRoles.map((value) => ({
              value,
              label: t(`role.${apiRole(value)}`),
              hint: t(`${isServiceAccount ? 'serviceAccount.' : ''}roleHint.${apiRole(value)}`),
            }))}
          />
        ) : (
          <FixedValue
            label={t('field.role')}
            value={t(`role.${apiRole(role)}`)}
            reason={t('self.role')}
          />
        )}
        <FormActions
          submitLabel={t(
            user ? 'update.submit' : isServiceAccount ? 'serviceAccount.submit' : 'new.submit',
          )}
          cancelTo={(former ?? list).to}
        />
      </Form>
    </FormPage>
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
