import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from 'urql';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { ApiError } from '#client/lib/errors.ts';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { usePageSection, usePageTitle } from '#client/lib/page.ts';
import { apiRole } from '#client/lib/roles.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { displayName } from './display-name.ts';
import { userPaths } from './entity.ts';
import type { UserFormFragment } from './user.generated.ts';
import { UpdateUserDocument, UserToUpdateDocument } from './user-form.generated.ts';
import { UserForm, type UserValues } from './user-form.tsx';

export const preload: PreloadData = ({ params: { id = '' } }) =>
  preloadQuery(UserToUpdateDocument, { id });

export default function UpdateUserPage() {
  const { id = '' } = useParams();
  const query = useQuery({ query: UserToUpdateDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.user}>
      {(user) => <UpdateUser key={user.id} user={user} />}
    </EntityBoundary>
  );
}

function UpdateUser({ user: masked }: { user: Masked<UserFormFragment> }) {
  const user = unmask(masked);
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
    const failed = findMutationErrors(result, result.data?.updateUser);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('update.done'));
    await navigate(detail, { replace: true });
    // The menu shows the viewer's name.
    if (id === viewer.user.id) await reloadSession();
  }

  return (
    <FormPage parent={{ to: detail, label: name }} title={t('update.title', { name })}>
      <UserForm user={user} submitLabel={t('update.submit')} cancelTo={detail} onSubmit={submit} />
    </FormPage>
  );
}
