import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { usePageSection, usePageTitle } from '#client/lib/page.ts';
import { apiRole, suggestedRoles } from '#client/lib/roles.ts';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { EmailField, TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { nameOfEnum } from '#shared/enum-name.ts';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import { userRules } from '#shared/rules/user.ts';
import { displayName, userPaths } from './entity.ts';
import type { UserDetailFragment } from './user.generated.ts';
import { CreateUserDocument, UpdateUserDocument, UserDocument } from './user-page.generated.ts';

export const preload: PreloadData = ({ params: { id } }) => {
  if (id) preloadQuery(UserDocument, { id });
};

/** The form of a new user, or of the one in the URL. */
export default function UserFormPage() {
  const { id } = useParams();
  return id === undefined ? <NewUser /> : <UserToUpdate id={id} />;
}

function NewUser() {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const [, createUser] = useMutation(CreateUserDocument);

  async function submit(values: UserValues, form: FormHandle) {
    const { email = '', name, role = 'user' } = values;
    const result = await createUser({ input: { email, name, role: apiRole(role) } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('new.done', { email }));
    const id = result.data?.createUser?.user?.id;
    await navigate(id ? userPaths.detail(id) : userPaths.list(), { replace: true });
  }

  return (
    <FormPage
      parent={{ to: userPaths.list(), label: t('list.title') }}
      title={t('new.title')}
      subtitle={t('new.body')}
    >
      <UserForm submitLabel={t('new.submit')} cancelTo={userPaths.list()} onSubmit={submit} />
    </FormPage>
  );
}

function UserToUpdate({ id }: { id: string }) {
  const query = useQuery({ query: UserDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.user}>
      {(user) => <UpdateUser key={user.id} user={user} />}
    </EntityBoundary>
  );
}

function UpdateUser({ user }: { user: UserDetailFragment }) {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const viewer = useViewer();
  const reloadSession = useReloadSession();
  const [, updateUser] = useMutation(UpdateUserDocument);
  const { id } = user;
  const name = displayName(user);
  const detail = userPaths.detail(id);
  usePageTitle(t('update.title', { name }));
  usePageSection(user.isServiceAccount ? userPaths.serviceAccounts() : null);
  if (!user.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function submit(values: UserValues, form: FormHandle) {
    const { role, ...rest } = values;
    const input = { id, ...rest, ...(role && { role: apiRole(role) }), ...form.version() };
    const result = await updateUser({ input });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('update.done'));
    await navigate(detail, { replace: true });
    // The menu shows the viewer's name.
    if (id === viewer.user.id) await reloadSession();
  }

  return (
    <FormPage
      parent={{ to: detail, label: name, parent: { to: userPaths.list(), label: t('list.title') } }}
      title={t('update.title', { name })}
    >
      <UserForm user={user} submitLabel={t('update.submit')} cancelTo={detail} onSubmit={submit} />
    </FormPage>
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
  const texts = isServiceAccount ? 'serviceAccount.' : '';
  const role = nameOfEnum(user?.role ?? 'USER', roleNames) ?? 'user';
  return (
    <Form<UserValues>
      rules={rulesFor(canUpdateEmail, canSetRole, isServiceAccount)}
      record={user}
      onSubmit={onSubmit}
    >
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
        required={isServiceAccount}
        optional={!isServiceAccount}
      />
      {canSetRole ? (
        <ChoiceField
          name="role"
          label={t('user:field.role')}
          defaultValue={role}
          options={suggestedRoles.map((value) => ({
            value,
            label: t(`user:role.${apiRole(value)}`),
            hint: t(`user:${texts}roleHint.${apiRole(value)}`),
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
