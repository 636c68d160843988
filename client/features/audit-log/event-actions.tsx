import { Copy, Ellipsis, ExternalLink, ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReplaceParams } from '#client/lib/address/use-search.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { copyWithToast } from '#client/ui/overlay/toast.ts';
import type { AuditLogRowFragment } from './audit-log.generated.ts';
import { aboutOther, doneBy, memberOf, subjectPath } from './event-names.ts';

const icon = { className: 'size-4' } as const;

export function EventActions({ event }: { event: AuditLogRowFragment }) {
  const { t } = useTranslation(['audit', 'common']);
  const replaceParams = useReplaceParams();
  const by = doneBy(event);
  const about = aboutOther(event);
  const path = subjectPath(event);
  const entries: MenuEntry[] = [];
  if (path) {
    const name = about ?? by.name;
    entries.push({ label: t('action.open', { name }), icon: <ExternalLink {...icon} />, to: path });
  }
  const actorId = by.id;
  if (actorId) {
    entries.push({
      label: t('action.onlyBy', { name: by.name }),
      icon: <ListFilter {...icon} />,
      onSelect: () => void replaceParams({ actor: actorId }),
    });
  }
  const organization = memberOf(event) && event.organization;
  if (organization) {
    entries.push({
      label: t('action.onlyAbout', { name: organization.name }),
      icon: <ListFilter {...icon} />,
      onSelect: () => void replaceParams({ subject: organization.id }),
    });
  }
  entries.push(
    {
      label: t('action.onlyAbout', { name: about ?? by.name ?? event.subjectId }),
      icon: <ListFilter {...icon} />,
      onSelect: () => void replaceParams({ subject: event.subjectId }),
    },
    {
      label: t('action.copyId'),
      icon: <Copy {...icon} />,
      onSelect: () => void copyWithToast(event.id, t('common:action.copied')),
    },
  );
  return (
    <Menu
      label={t('action.menu')}
      trigger={<Ellipsis className="size-4" />}
      triggerClass={buttonClass('quiet', 'icon')}
      entries={entries}
    />
  );
}
