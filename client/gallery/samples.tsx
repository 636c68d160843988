import { FolderGit2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/errors.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Logo } from '#client/ui/base/icons.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { CheckboxField, ChoiceField, SelectField } from '#client/ui/form/choice-field.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { DateRangePicker, type Days } from '#client/ui/form/date-picker.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, SubmitButton } from '#client/ui/form/form.tsx';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import type { Option } from '#client/ui/form/picker-options.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { DescriptionList, Fact } from '#client/ui/list/description-list.tsx';
import { listClass, Row, RowSkeletons } from '#client/ui/list/list.tsx';
import { EmptyState, LoadFailed, NoResult } from '#client/ui/list/list-states.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { Menu, RecordMenu } from '#client/ui/overlay/menu.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { Sheet } from '#client/ui/overlay/sheet.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Forbidden, NotFound } from '#client/ui/page/error-page.tsx';
import { DangerZone, DetailSkeleton } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { repositoryRules } from '#shared/rules/repository.ts';

const row = 'flex flex-wrap items-center gap-3';
const nothing = () => {};
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
const roles = ['USER', 'ADMIN'] as const;
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Montgomery Featherstonehaugh the Third';
const people = ['Ada Lovelace', 'ليلى الحسن', longName, 'invited@example.org'];

export function ButtonSamples() {
  const { t } = useTranslation('repository');
  return (['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
    <div key={look} className={row}>
      <Button look={look}>{t('new.submit')}</Button>
      <Button look={look} size="small">
        {t('action.edit')}
      </Button>
      <Button look={look} pending>
        {t('new.submit')}
      </Button>
      <Button look={look} disabled>
        {t('delete.action')}
      </Button>
    </div>
  ));
}

export function BadgeSamples() {
  const { t } = useTranslation(['user', 'repository']);
  return (
    <>
      <div className={row}>
        <Badge>{t('role.USER')}</Badge>
        <Badge tone="accent">{t('role.ADMIN')}</Badge>
        <Badge tone="success">{t('status.ACTIVE')}</Badge>
        <Badge tone="danger">{t('status.BANNED')}</Badge>
      </div>
      <div className={row}>
        {people.map((name) => (
          <Avatar key={name} id={name} name={name} />
        ))}
        <Logo />
        <RelativeTime value={anHourAgo} focusable />
        <CopyButton text={anHourAgo} label={t('repository:action.copyId')} />
      </div>
    </>
  );
}

export function NoticeSamples() {
  const { t } = useTranslation('repository');
  return (
    <>
      <Notice>{t('empty.app')}</Notice>
      <Notice failure={new ApiError('INTERNAL_ERROR', { requestId: crypto.randomUUID() })} />
      <div className={row}>
        <Button onClick={() => toast('success', t('new.done'))}>{t('new.submit')}</Button>
      </div>
    </>
  );
}

/** Answers that the name is taken. */
export function FieldSamples() {
  const { t } = useTranslation('repository');
  return (
    <Form
      rules={repositoryRules}
      onSubmit={async (_values, form) => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        form.fail({ errors: [{ code: 'NAME_ALREADY_USED', field: ['name'] }] });
      }}
    >
      <TextField name="name" label={t('field.name')} hint={t('form.nameHint')} />
      <TextField name="link" label={t('field.link')} hint={t('form.linkHint')} inputMode="url" />
      <TextAreaField name="description" label={t('field.description')} optional />
      <div>
        <SubmitButton>{t('new.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

async function findPeople(term: string): Promise<Option[]> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return people.filter((name) => name.includes(term)).map((name) => ({ value: name, label: name }));
}

export function ChoiceSamples() {
  const { t } = useTranslation(['user', 'repository']);
  const [role, setRole] = useState<(typeof roles)[number]>('USER');
  const [days, setDays] = useState<Days>({ from: undefined });
  const options = roles.map((value) => ({ value, label: t(`role.${value}`) }));
  const hinted = options.map((each) => ({ ...each, hint: t(`roleHint.${each.value}`) }));
  return (
    <>
      <div className="grid gap-6">
        <ChoiceField name="role" label={t('field.role')} defaultValue="USER" options={hinted} />
        <CheckboxField name="isFavorite" label={t('status.ACTIVE')} defaultChecked />
        <SelectField name="as" label={t('field.role')} defaultValue="USER" options={options} />
        <PickerField name="person" label={t('field.name')} find={findPeople} optional />
        <DateField name="banEndsAt" label={t('field.banEndsAt')} optional />
      </div>
      <div className={row}>
        <Segmented label={t('field.role')} value={role} options={options} onChange={setRole} />
        <DateRangePicker label={t('field.createdAt')} value={days} onChange={setDays} />
      </div>
      <SearchBox label={t('repository:list.search')} value="" />
    </>
  );
}

function DialogSamples() {
  const { t } = useTranslation(['common', 'repository']);
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  const question = {
    title: t('repository:delete.title'),
    body: t('repository:delete.hint'),
    confirm: t('repository:delete.title'),
    danger: true,
  };
  return (
    <div className={row}>
      <Button onClick={() => void confirm(question)}>{question.title}</Button>
      <Button onClick={() => setOpen('dialog')}>{t('repository:new.title')}</Button>
      <Button onClick={() => setOpen('sheet')}>{t('nav.openMenu')}</Button>
      <Menu
        trigger={t('theme.label')}
        triggerClass={buttonClass()}
        entries={[
          { label: t('theme.menu.light'), checked: true, onSelect: nothing },
          { label: t('theme.menu.dark'), checked: false, onSelect: nothing },
        ]}
      />
      <ResponsiveDialog open={open === 'dialog'} onClose={close} title={t('repository:new.title')}>
        <TextField name="name" label={t('repository:field.name')} />
        <DialogActions>
          <Button onClick={close}>{t('confirm.cancel')}</Button>
        </DialogActions>
      </ResponsiveDialog>
      {open === 'sheet' && (
        <Sheet label={t('nav.main')} onClose={close}>
          {t('repository:empty.app')}
        </Sheet>
      )}
    </div>
  );
}

function ListSamples() {
  const { t } = useTranslation('repository');
  return (
    <>
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
      <NoResult searchTerm="amber-signal" onClear={nothing} />
      <LoadFailed failure={new ApiError('SERVICE_UNAVAILABLE')} onRetry={nothing} />
    </>
  );
}

function PageSamples() {
  const { t } = useTranslation('repository');
  return (
    <>
      <DescriptionList>
        <Fact label={t('field.description')}>{t('form.descriptionHint')}</Fact>
      </DescriptionList>
      <SettingsCard>
        <Setting label={t('field.name')} hint={t('form.nameHint')}>
          <Button>{t('action.edit')}</Button>
        </Setting>
      </SettingsCard>
      <DangerZone title={t('delete.title')} body={t('delete.hint')}>
        <Button look="danger">
          <Trash2 />
          {t('delete.title')}
        </Button>
      </DangerZone>
      <DetailSkeleton />
      <Forbidden />
      <NotFound />
    </>
  );
}

export const samples = [
  { title: 'Buttons', content: <ButtonSamples /> },
  { title: 'Badges and avatars', content: <BadgeSamples /> },
  { title: 'Notices and toasts', content: <NoticeSamples /> },
  { title: 'Dialogs and menus', content: <DialogSamples /> },
  { title: 'Fields', content: <FieldSamples /> },
  { title: 'Choices', content: <ChoiceSamples /> },
  { title: 'Lists', content: <ListSamples /> },
  { title: 'Pages', content: <PageSamples /> },
];
