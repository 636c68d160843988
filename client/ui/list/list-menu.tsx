import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { OpenOnClick } from '#client/ui/overlay/lazy-overlay.tsx';
import { MenuTrigger } from '#client/ui/overlay/menu-trigger.tsx';
import type { ListMenuProps } from './columns.tsx';

const load = () => import('./open-list-menu.tsx');
const OpenListMenu = lazyPart(load);

export default function ListMenu(props: ListMenuProps) {
  const { t } = useTranslation('list');
  const button = {
    label: t('view.label'),
    trigger: <Ellipsis className="size-4" />,
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
