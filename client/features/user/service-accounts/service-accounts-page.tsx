import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import type * as z from 'zod/mini';
import { Can } from '#client/features/session/use-session.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { StatusBadge } from '#client/features/user/user-row.tsx';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { preloadList, useList } from '#client/graphql/use-list.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { apiRole, suggestedRoles } from '#client/lib/roles.ts';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormActions } from '#client/ui/form/form-actions.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { ListHeader, NewLink } from '#client/ui/list/list-header.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { FormPage } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import {
  CreateServiceAccountDocument,
  type ServiceAccountRowFragment,
  ServiceAccountsDocument,
} from './service-accounts.generated.ts';

const conditions = {};

export const preload: PreloadData = () => preloadList(ServiceAccountsDocument, conditions);

export default function ServiceAccountsPage() {
  const { t } = useTranslation('user');
  const list = useList(ServiceAccountsDocument, conditions, ({ users }) => users);
  const isEmpty = list.connection?.nodes.length === 0;
  const newLink = (
    <Can do="service-account:create">
      <NewLink
        to={userPaths.createServiceAccount()}
        label={t('serviceAccount.new')}
        floating={!isEmpty}
      />
    </Can>
  );
  return (
    <>
      <ListHeader
        title={t('serviceAccount.title')}
        total={list.connection?.totalCountUpTo}
        totalText={(values) => t('serviceAccount.total', values)}
        action={!isEmpty && newLink}
      />
      {!isEmpty && (
        <p className="mb-4 max-w-[72ch] text-sm text-text-muted">{t('serviceAccount.intro')}</p>
      )}
      <PagedList
        label={t('serviceAccount.title')}
        list={list}
        lead="square"
        row={(account) => <AccountRow key={account.id} account={account} />}
        empty={
          <EmptyState icon={Bot} title={t('serviceAccount.none')} body={t('serviceAccount.intro')}>
            {newLink}
          </EmptyState>
        }
      />
    </>
  );
}

function AccountRow({ account }: { account: ServiceAccountRowFragment }) {
  const { id, name, role, status, lastActiveAt } = account;
  const { t } = useTranslation('user');
  return (
    <Row
      to={userPaths.detail(id)}
      lead={<RowIcon icon={Bot} />}
      title={name}
      subtitle={t(`role.${role}`)}
      end={
        <>
          {status === 'BANNED' && <StatusBadge status={status} />}
          <span>
            {lastActiveAt ? <RelativeTime value={lastActiveAt} /> : t('serviceAccount.neverUsed')}
          </span>
        </>
      }
    />
  );
}

type Values = z.infer<typeof serviceAccountRules>;

export function NewServiceAccountPage() {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  const [, create] = useMutation(CreateServiceAccountDocument);
  const list = userPaths.serviceAccounts();

  async function submit(values: Values, form: FormHandle) {
    const { name, role } = values;
    const result = await create({ input: { name, role: apiRole(role) } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    toast('success', t('serviceAccount.done'));
    const id = result.data?.createServiceAccount?.user?.id;
    await navigate(id ? userPaths.detail(id) : list, { replace: true });
  }

  return (
    <FormPage
      parent={{ to: list, label: t('serviceAccount.title') }}
      title={t('serviceAccount.new')}
      subtitle={t('serviceAccount.newBody')}
    >
      <Form<Values> rules={serviceAccountRules} onSubmit={submit}>
        <TextField
          name="name"
          label={t('field.name')}
          hint={t('serviceAccount.nameHint')}
          autoComplete="off"
          maxLength={limits.nameMax}
          required
        />
        <ChoiceField
          name="role"
          label={t('field.role')}
          defaultValue="user"
          options={suggestedRoles.map((value) => ({
            value,
            label: t(`role.${apiRole(value)}`),
            hint: t(`serviceAccount.roleHint.${apiRole(value)}`),
          }))}
        />
        <FormActions submitLabel={t('serviceAccount.submit')} cancelTo={list} />
      </Form>
    </FormPage>
  );
}
