import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient, useMutation } from 'urql';
import * as z from 'zod/mini';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { save, withDependents } from '#client/graphql/run-mutation.ts';
import { isolated } from '#client/i18n/format.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { DangerZone } from '#client/ui/page/page.tsx';
import {
  DeleteOrganizationDocument,
  OrganizationDependentsDocument,
} from './organization.generated.ts';

const rules = z.object({ name: z.string() });

type DeleteZoneProps = {
  organization: { id: string; name: string; slug: string; viewerCanDelete: boolean };
  next: string;
};

export function DeleteZone({ organization, next }: DeleteZoneProps) {
  const { id, name, slug } = organization;
  const { t } = useTranslation('organization');
  const navigate = useNavigate();
  const client = useClient();
  const [, deleteOrganization] = useMutation(DeleteOrganizationDocument);
  const [isDeleting, setIsDeleting] = useState(false);
  const [body, setBody] = useState('');
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim().toLowerCase() === slug;
  if (!organization.viewerCanDelete) return null;
  const close = () => setIsDeleting(false);

  async function ask() {
    const options = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(OrganizationDependentsDocument, { id }, options);
    setBody(withDependents(t('delete.body'), data?.organization?.dependents));
    setIsDeleting(true);
  }

  async function submit(_values: { name: string }, form: FormHandle) {
    if (!isTyped) return;
    const done = t('delete.done', { name });
    if (!(await save(form, deleteOrganization({ input: { id } }), done))) return;
    void navigate(next, { replace: true });
    refetchOrganizations();
  }

  return (
    <>
      <DangerZone title={t('delete.title')} body={t('delete.hint')} onDelete={() => void ask()} />
      <ResponsiveDialog
        open={isDeleting}
        onClose={close}
        title={t('delete.question', { name })}
        description={body}
        alert
      >
        <Form rules={rules} onSubmit={submit} className="mt-2 grid gap-4">
          <TextField
            name="name"
            label={t('delete.type', { name: isolated(slug) })}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            dir="ltr"
            className="rtl:text-end"
            autoFocus
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <FormDialogActions
            submitLabel={t('delete.action')}
            danger
            disabled={!isTyped}
            onCancel={close}
          />
        </Form>
      </ResponsiveDialog>
    </>
  );
}
