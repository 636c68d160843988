import { FolderGit2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/errors.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { CheckboxField, ChoiceField, SelectField } from '#client/ui/form/choice-field.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { DateRangePicker, type Days } from '#client/ui/form/date-picker.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, SubmitButton } from '#client/ui/form/form.tsx';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { DescriptionList, Fact } from '#client/ui/list/description-list.tsx';
import { listClass, Row, RowSkeletons } from '#client/ui/list/list.tsx';
import { EmptyState, LoadFailed } from '#client/ui/list/list-states.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { Menu, RecordMenu } from '#client/ui/overlay/menu.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { DangerZone, DetailSkeleton } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { repositoryRules } from '#shared/rules/repository.ts';

const nothing = () => {};
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Montgomery Featherstonehaugh the Third';
const people = ['Ada Lovelace', 'ليلى الحسن', longName, 'invited@example.org'];

const Sample = ({ of, children }: { of: string; children: ReactNode }) => (
  <section className="mt-8 grid content-start gap-3">
    <h2 className="text-base font-semibold">{of}</h2>
    {children}
  </section>
);

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

export function Samples() {
  const { t } = useTranslation(['repository', 'user', 'common']);
  const [days, setDays] = useState<Days>({ from: undefined });
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const roles = (['USER', 'ADMIN'] as const).map((value) => {
    return { value, label: t(`user:role.${value}`), hint: t(`user:roleHint.${value}`) };
  });
  const question = {
    title: t('delete.title'),
    body: t('delete.hint'),
    confirm: t('delete.title'),
    danger: true,
  };
  return (
    <div className="grid grid-cols-1 gap-x-4 lg:grid-cols-2">
      <Sample of="Buttons, badges and notices">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
          <Line key={look}>
            <Button look={look}>{t('new.submit')}</Button>
            <Button look={look} size="small">
              {t('action.edit')}
            </Button>
            <Button look={look} pending>
              {t('new.submit')}
            </Button>
          </Line>
        ))}
        <Line>
          <Badge>{t('user:role.USER')}</Badge>
          <Badge tone="accent">{t('user:role.ADMIN')}</Badge>
          <Badge tone="success">{t('user:status.ACTIVE')}</Badge>
          <Badge tone="danger">{t('user:status.BANNED')}</Badge>
          <CopyButton text={anHourAgo} label={t('action.copyId')} />
        </Line>
        <Notice>{t('empty.app')}</Notice>
        <Notice failure={new ApiError('INTERNAL_ERROR', { requestId: crypto.randomUUID() })} />
      </Sample>
      <Sample of="Dialogs, menus and toasts">
        <Line>
          <Button onClick={() => void confirm(question)}>{question.title}</Button>
          <Button onClick={() => setIsOpen(true)}>{t('new.title')}</Button>
          <Button onClick={() => toast('success', t('new.done'))}>{t('new.submit')}</Button>
          <Menu
            trigger={t('common:theme.label')}
            triggerClass={buttonClass()}
            entries={[
              { label: t('common:theme.menu.light'), checked: true, onSelect: nothing },
              { label: t('common:theme.menu.dark'), checked: false, onSelect: nothing },
            ]}
          />
        </Line>
        <ResponsiveDialog open={isOpen} onClose={close} title={t('new.title')}>
          <TextField name="name" label={t('field.name')} />
          <DialogActions>
            <Button onClick={close}>{t('common:confirm.cancel')}</Button>
          </DialogActions>
        </ResponsiveDialog>
      </Sample>
      <Sample of="Fields">
        <Form
          rules={repositoryRules}
          onSubmit={async (_values, form) =>
            form.fail({ errors: [{ code: 'NAME_ALREADY_USED', field: ['name'] }] })
          }
        >
          <TextField name="name" label={t('field.name')} hint={t('form.nameHint')} />
          <TextField name="link" label={t('field.link')} inputMode="url" />
          <TextAreaField name="description" label={t('field.description')} optional />
          <div>
            <SubmitButton>{t('new.submit')}</SubmitButton>
          </div>
        </Form>
      </Sample>
      <Sample of="Choices">
        <ChoiceField name="role" label={t('user:field.role')} defaultValue="USER" options={roles} />
        <CheckboxField name="isFavorite" label={t('user:status.ACTIVE')} defaultChecked />
        <SelectField name="as" label={t('user:field.role')} defaultValue="USER" options={roles} />
        <PickerField
          name="person"
          label={t('user:field.name')}
          find={async () => people.map((name) => ({ value: name, label: name }))}
          optional
        />
        <DateField name="banEndsAt" label={t('user:ban.lastDay')} optional />
        <DateRangePicker label={t('user:field.createdAt')} value={days} onChange={setDays} />
        <SearchBox label={t('list.search')} value="" />
      </Sample>
      <Sample of="Lists">
        <ul className={listClass}>
          {people.map((name) => (
            <Row
              key={name}
              to={`/${name}`}
              lead={<Avatar id={name} name={name} />}
              title={name}
              end={<RelativeTime value={anHourAgo} />}
              actions={<RecordMenu name={name} updateTo="/" onDelete={nothing} />}
            />
          ))}
          <RowSkeletons count={2} lead="round" />
        </ul>
        <EmptyState icon={FolderGit2} title={t('empty.title')} body={t('empty.manager')}>
          <Button look="primary">{t('new.action')}</Button>
        </EmptyState>
        <LoadFailed failure={new ApiError('SERVICE_UNAVAILABLE')} onRetry={nothing} />
      </Sample>
      <Sample of="Pages">
        <DescriptionList>
          <Fact label={t('field.description')}>{longName}</Fact>
        </DescriptionList>
        <SettingsCard>
          <Setting label={t('field.name')} hint={t('form.nameHint')}>
            <Button>{t('action.edit')}</Button>
          </Setting>
        </SettingsCard>
        <DangerZone title={t('delete.title')} body={t('delete.hint')} onDelete={nothing} />
        <DetailSkeleton />
      </Sample>
    </div>
  );
}
