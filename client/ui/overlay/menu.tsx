import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { OpenOnClick } from './lazy-overlay.tsx';
import { type MenuProps, MenuTrigger } from './menu-trigger.tsx';

const load = () => import('./menu-content.tsx');
const OpenMenu = lazyPart(load);

export function Menu(props: MenuProps) {
  return (
    <OpenOnClick load={load} button={(handlers) => <MenuTrigger {...props} {...handlers} />}>
      <OpenMenu {...props} />
    </OpenOnClick>
  );
}
