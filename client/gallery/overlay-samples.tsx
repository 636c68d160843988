import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { Sheet } from '#client/ui/overlay/sheet.tsx';

const nothing = () => {};

export function DialogSamples() {
  const { t } = useTranslation(['common', 'repository', 'user']);
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        onClick={() =>
          void confirm({
            title: t('user:impersonate.title', { name: 'Amina Mwangi' }),
            body: t('user:impersonate.body'),
            confirm: t('user:impersonate.confirm'),
          })
        }
      >
        {t('user:impersonate.confirm')}
      </Button>
      <Button
        onClick={() =>
          void confirm({
            title: t('repository:delete.title'),
            body: t('repository:delete.hint'),
            confirm: t('repository:delete.title'),
            danger: true,
          })
        }
      >
        {t('repository:delete.title')}
      </Button>
      <Button onClick={() => setOpen('dialog')}>{t('repository:new.title')}</Button>
      <Button onClick={() => setOpen('sheet')}>{t('nav.openMenu')}</Button>
      <Menu
        trigger={t('theme.label')}
        triggerClass={buttonClass()}
        entries={[
          { label: t('theme.menu.system'), checked: true, onSelect: nothing },
          { label: t('theme.menu.light'), checked: false, onSelect: nothing },
          { label: t('theme.menu.dark'), checked: false, onSelect: nothing },
        ]}
      />
      <ResponsiveDialog
        open={open === 'dialog'}
        onClose={close}
        title={t('repository:new.title')}
        description={t('repository:empty.manager')}
      >
        <TextField name="name" label={t('repository:field.name')} />
        <DialogActions>
          <Button onClick={close}>{t('confirm.cancel')}</Button>
          <Button look="primary" onClick={close}>
            {t('repository:new.submit')}
          </Button>
        </DialogActions>
      </ResponsiveDialog>
      {open === 'sheet' && (
        <Sheet label={t('nav.main')} onClose={close}>
          <p className="px-3 text-sm text-text-muted">{t('home.welcome', { name: '' })}</p>
        </Sheet>
      )}
    </div>
  );
}
