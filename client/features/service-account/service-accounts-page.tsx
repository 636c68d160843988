import { Bot, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type * as z from 'zod/mini';
import { useNewToken } from '#client/features/access-token/new-token.tsx';
import { TokenRow } from '#client/features/access-token/token-row.tsx';
import type { MemberRowFragment } from '#client/features/member/members.generated.ts';
import { useMemberEntries } from '#client/features/member/use-member-entries.tsx';
import { useOrganization } from '#client/features/membership/organization-context.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { save } from '#client/graphql/run-mutation.ts';
import type { AccessTokenScope } from '#client/graphql/schema.generated.ts';
import { useList } from '#client/graphql/use-list.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { createKey } from '#client/lib/shortcuts.ts';
import { Button } from '#client/ui/base/button.tsx';
import { ChoiceField } from '#client/ui/form/choice-field.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { RowMenu } from '#client/ui/overlay/menu.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { serviceAccountRules } from '#shared/rules/organization.ts';
import {
  CreateOrganizationServiceAccountDocument,
  OrganizationAccessTokensDocument,
  OrganizationServiceAccountsDocument,
} from './service-accounts.generated.ts';

export function ServiceAccountsPage() {
  const { viewerCanInvite } = useOrganization();
  return viewerCanInvite ? <ServiceAccounts /> : <NotFound />;
}

function ServiceAccounts() {
  const { id } = useOrganization();
  const { t } = useTranslation('organization');
  const isCreating = useSearch().get('new') !== null;
  const replaceParam = useReplaceParam('new');
  const list = useList(
    OrganizationServiceAccountsDocument,
    { id },
    ({ organization }) => organization?.members,
  );
  const isEmpty = list.connection?.nodes.length === 0;
  const button = (
    <Button look="primary" aria-keyshortcuts={createKey} onClick={() => replaceParam('1')}>
      <Plus />
      {t('serviceAccount.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('nav.serviceAccounts')}
        {...(!isEmpty && {
          subtitle: <p className="max-w-[60ch] text-pretty">{t('serviceAccount.intro')}</p>,
          actions: button,
        })}
      />
      <PagedList
        label={t('nav.serviceAccounts')}
        list={list}
        lead="square"
        row={(account) => <ServiceAccountRow key={account.id} account={account} />}
        empty={
          <EmptyState icon={Bot} title={t('serviceAccount.none')} body={t('serviceAccount.intro')}>
            {button}
          </EmptyState>
        }
      />
      <OrganizationTokens organizationId={id} />
      <ServiceAccountDialog
        open={isCreating}
        organizationId={id}
        onClose={() => replaceParam('')}
      />
    </>
  );
}

type ServiceAccountRowProps = {
  account: MemberRowFragment & { grantableScopes: AccessTokenScope[] };
};

function ServiceAccountRow({ account }: ServiceAccountRowProps) {
  const { userId, name, role, grantableScopes } = account;
  const { t } = useTranslation('organization');
  const entries = useMemberEntries(account);
  const newToken = useNewToken({
    scopes: grantableScopes,
    serviceAccountId: userId,
    inOrganization: true,
  });
  return (
    <>
      <Row
        lead={<RowIcon icon={Bot} />}
        title={name}
        subtitle={t(`role.${role}`)}
        end={
          <Button size="small" onClick={newToken.open}>
            {t('serviceAccount.newToken')}
          </Button>
        }
        actions={
          entries.length > 0 && <RowMenu label={t('members.menu', { name })} entries={entries} />
        }
      />
      {newToken.dialog}
    </>
  );
}

function OrganizationTokens({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('organization');
  const list = useList(
    OrganizationAccessTokensDocument,
    { id: organizationId },
    ({ organization }) => organization?.accessTokens,
  );
  const isEmpty = !list.connection?.nodes.length;
  if (isEmpty && !list.failure) return null;
  return (
    <Section title={t('serviceAccount.tokens')}>
      <p className="-mt-2 text-sm text-text-muted">{t('serviceAccount.tokensIntro')}</p>
      <PagedList
        label={t('serviceAccount.tokens')}
        list={list}
        lead="square"
        row={(token) => <TokenRow key={token.id} token={token} owner={token.member?.name} />}
        empty={null}
        more="button"
      />
    </Section>
  );
}

type Values = z.infer<typeof serviceAccountRules>;

type ServiceAccountDialogProps = {
  open: boolean;
  organizationId: string;
  onClose: () => void;
};

function ServiceAccountDialog(props: ServiceAccountDialogProps) {
  const { open, organizationId, onClose } = props;
  const { t } = useTranslation('organization');
  const [, create] = useMutation(CreateOrganizationServiceAccountDocument);

  async function submit(values: Values, form: FormHandle) {
    const role = values.role === 'admin' ? 'ADMIN' : 'MEMBER';
    const input = { organizationId, name: values.name, role } as const;
    if (await save(form, create({ input }), t('serviceAccount.done'))) onClose();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('serviceAccount.new')}>
      <Form<Values> rules={serviceAccountRules} onSubmit={submit} className="mt-2 grid gap-5">
        <TextField
          name="name"
          label={t('field.name')}
          hint={t('serviceAccount.nameHint')}
          maxLength={limits.nameMax}
          autoComplete="off"
          dir="auto"
          required
          autoFocus
        />
        <ChoiceField
          name="role"
          label={t('field.role')}
          defaultValue="member"
          options={(['MEMBER', 'ADMIN'] as const).map((role) => ({
            value: role.toLowerCase(),
            label: t(`role.${role}`),
            hint: t(`serviceAccount.roleHint.${role}`),
          }))}
        />
        <FormDialogActions submitLabel={t('serviceAccount.submit')} onCancel={onClose} />
      </Form>
    </ResponsiveDialog>
  );
}
