import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { MenuTrigger } from '#client/ui/overlay/menu-trigger.tsx';
import { OpenOnClick } from '#client/ui/overlay/open-on-click.tsx';
import type { ListMenuProps } from './columns.tsx';

const load = () => import('./open-list-menu.tsx');
const OpenListMenu = lazy(load);

/** How a list is shown: density, columns, saved views, download. */
export default function ListMenu(props: ListMenuProps) {
  const { t } = useTranslation('list');
  const button = {
    label: t('view.label'),
    trigger: <Ellipsis aria-hidden="true" className="size-4" />,
    triggerClass: buttonClass('secondary', 'normal', 'px-3!'),
  };
  return (
    <OpenOnClick
      load={load}
      button={(handlers) => <MenuTrigger {...button} entries={[]} {...handlers} />}
    >
      <OpenListMenu {...props} {...button} />
    </OpenOnClick>
  );
}
