import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from 'react';

type Handlers = Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'onFocus'>;

type OpenOnClickProps = {
  load: () => Promise<unknown>;
  button: (handlers: Handlers) => ReactNode;
  children: ReactNode;
};

/** Button whose menu or calendar is loaded on hover, focus or click. */
export function OpenOnClick({ load, button, children }: OpenOnClickProps) {
  const [isOpened, setIsOpened] = useState(false);
  const closed = button({
    onClick: () => setIsOpened(true),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  });
  return isOpened ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}

/** Mounts a lazy dialog on first opening and keeps it, so that closing is animated. */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const wanted = useRef(open);
  if (open) wanted.current = true;
  return wanted.current ? <Suspense>{children}</Suspense> : null;
}
