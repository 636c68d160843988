import { lazy } from 'react';
import { type MenuProps, MenuTrigger } from './menu-trigger.tsx';
import { OpenOnClick } from './open-on-click.tsx';

const load = () => import('./menu-content.tsx');
const OpenMenu = lazy(load);

/** A button with a menu. The menu's code is loaded on hover, focus or click of the button. */
export function Menu(props: MenuProps) {
  return (
    <OpenOnClick load={load} button={(handlers) => <MenuTrigger {...props} {...handlers} />}>
      <OpenMenu {...props} />
    </OpenOnClick>
  );
}
