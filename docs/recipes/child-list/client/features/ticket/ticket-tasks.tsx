import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useMutation, useQuery } from 'urql';
import * as z from 'zod/mini';
import { Can } from '#client/features/session/use-session.ts';
import { entity, taskPaths } from '#client/features/task/entity.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { areaOf } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { FormDialogActions } from '#client/ui/form/form-dialog.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Section } from '#client/ui/page/page.tsx';
import { limits } from '#shared/limits.ts';
import { taskRules } from '#shared/rules/task.ts';
import { CreateTicketTaskDocument, TicketTasksDocument } from './ticket-tasks.generated.ts';

/** What the dialog asks for; the ticket is known. */
const titleRules = z.pick(taskRules, { title: true });

function useTaskPage(ticketId: string, after: string | null) {
  const query = useQuery({ query: TicketTasksDocument, variables: { ticketId, after } });
  return listPage(query, (data) => data.tasks);
}

/** The tasks of a ticket, which everyone who sees the ticket sees. */
export function TicketTasks({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('task');
  const area = areaOf(useLocation().pathname);
  const [isCreating, setCreating] = useState(false);
  return (
    <Section
      title={t('list.title')}
      action={
        <Can do="task:create">
          <Button onClick={() => setCreating(true)}>
            <Plus className="size-4" />
            {t('new.action')}
          </Button>
        </Can>
      }
    >
      <PagedList
        label={t('list.title')}
        first={useTaskPage(ticketId, null)}
        filter={ticketId}
        usePage={useTaskPage}
        lead="square"
        liveList={{ list: 'tasks', isFiltered: true }}
        row={({ id, title, createdAt }) => (
          <Row
            key={id}
            to={taskPaths.detail(area, id)}
            lead={<RowIcon icon={entity.icon} />}
            title={title}
            end={<RelativeTime value={createdAt} />}
          />
        )}
        empty={<p className="text-sm text-text-muted">{t('empty.title')}</p>}
        more="button"
      />
      <NewTask open={isCreating} ticketId={ticketId} onClose={() => setCreating(false)} />
    </Section>
  );
}

type NewTaskProps = { open: boolean; ticketId: string; onClose: () => void };

function NewTask({ open, ticketId, onClose }: NewTaskProps) {
  const { t } = useTranslation('task');
  const [, createTask] = useMutation(CreateTicketTaskDocument);

  async function submit({ title }: { title: string }, form: FormHandle) {
    const result = await createTask({ input: { title, ticketId } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    toast('success', t('new.done'));
    onClose();
  }

  return (
    <ResponsiveDialog open={open} onClose={onClose} title={t('new.title')}>
      <Form rules={titleRules} onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          name="title"
          label={t('field.title')}
          maxLength={limits.nameMax}
          autoComplete="off"
          dir="auto"
          required
          autoFocus
        />
        <FormDialogActions submitLabel={t('new.submit')} onCancel={onClose} />
      </Form>
    </ResponsiveDialog>
  );
}
