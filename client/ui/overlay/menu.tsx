import { lazy, Suspense, useState } from 'react';
import { type MenuProps, MenuTrigger } from './menu-trigger.tsx';

const load = () => import('./menu-content.tsx');
const OpenMenu = lazy(load);

/** A button with a menu. The menu's code is loaded on hover, focus or click of the button. */
export function Menu(props: MenuProps) {
  const [isOpened, setIsOpened] = useState(false);
  const button = (
    <MenuTrigger
      {...props}
      onClick={() => setIsOpened(true)}
      onPointerEnter={load}
      onFocus={load}
    />
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu {...props} />
    </Suspense>
  );
}
