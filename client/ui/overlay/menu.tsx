import { lazyPart } from '#client/lib/loading/lazy-part.ts';
import { type MenuProps, MenuTrigger } from './menu-trigger.tsx';
import { OpenOnClick } from './open-on-click.tsx';

const load = () => import('./menu-content.tsx');
const OpenMenu = lazyPart(load);

export function Menu(props: MenuProps) {
  return (
    <OpenOnClick load={load} button={(handlers) => <MenuTrigger {...props} {...handlers} />}>
      <OpenMenu {...props} />
    </OpenOnClick>
  );
}
