import { Copy, Ellipsis, FolderGit2, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/errors.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Badge } from '#client/ui/base/badge.tsx';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { columnLayout } from '#client/ui/list/columns.tsx';
import { listClass, Row, RowSkeletons } from '#client/ui/list/list.tsx';
import { EmptyState, LoadFailed, NoResult } from '#client/ui/list/list-states.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { sample } from './sample.ts';

const icon = 'size-4';
const nothing = () => {};

export function RowSamples() {
  const { t } = useTranslation(['user', 'repository']);
  return (
    <ul className={listClass}>
      {sample.people.map(({ id, name, email }) => (
        <Row
          layout={columnLayout}
          key={id}
          to={`/${id}`}
          lead={<Avatar id={id} name={name || email} />}
          title={name || email}
          {...(name && { subtitle: email })}
          end={
            name ? (
              <Badge>{t('role.USER')}</Badge>
            ) : (
              <Badge tone="warning">{t('status.INVITED')}</Badge>
            )
          }
          actions={
            <Menu
              label={t('repository:action.menu', { name: name || email })}
              trigger={<Ellipsis className={icon} />}
              triggerClass={buttonClass('quiet', 'icon')}
              entries={[
                {
                  label: t('repository:action.edit'),
                  icon: <Pencil className={icon} />,
                  onSelect: nothing,
                },
                {
                  label: t('repository:action.copyId'),
                  icon: <Copy className={icon} />,
                  onSelect: nothing,
                },
                {
                  label: t('repository:action.delete'),
                  icon: <Trash2 className={icon} />,
                  danger: true,
                  group: true,
                  onSelect: nothing,
                },
              ]}
            />
          }
        />
      ))}
    </ul>
  );
}

export function LoadingSample() {
  return (
    <ul className={listClass}>
      <RowSkeletons count={4} lead="round" />
    </ul>
  );
}

export function EmptySample() {
  const { t } = useTranslation('repository');
  return (
    <EmptyState icon={FolderGit2} title={t('empty.title')} body={t('empty.manager')}>
      <Button look="primary">{t('new.action')}</Button>
    </EmptyState>
  );
}

export function NoResultSample() {
  return <NoResult searchTerm={sample.repositories[0]} onClear={nothing} />;
}

export function FailedSample() {
  return <LoadFailed failure={new ApiError('SERVICE_UNAVAILABLE')} onRetry={nothing} />;
}
