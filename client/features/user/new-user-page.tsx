import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { apiRole } from '#client/lib/roles.ts';
import type { FormHandle } from '#client/ui/form/form.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { userPaths } from './entity.ts';
import { CreateUserDocument } from './user-form.generated.ts';
import { UserForm, type UserValues } from './user-form.tsx';

export default function NewUserPage() {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const [, createUser] = useMutation(CreateUserDocument);

  async function submit(values: UserValues, form: FormHandle) {
    const { email = '', name, role = 'user' } = values;
    const result = await createUser({ input: { email, name, role: apiRole(role) } });
    const payload = result.data?.createUser;
    const failed = findMutationErrors(result, payload);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('new.done', { email }));
    const id = payload?.user?.id;
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
