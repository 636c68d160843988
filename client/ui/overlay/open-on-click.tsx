import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';

type Handlers = Pick<ComponentProps<'button'>, 'onClick' | 'onPointerEnter' | 'onFocus'>;

type OpenOnClickProps = {
  /** Loads the code of `children`. */
  load: () => Promise<unknown>;
  /** The button, until it is clicked and the code has loaded. */
  button: (handlers: Handlers) => ReactNode;
  /** What takes the place of the button, open from the beginning. */
  children: ReactNode;
};

/** A button whose menu or calendar is loaded on hover, focus or click. */
export function OpenOnClick({ load, button, children }: OpenOnClickProps) {
  const [isOpened, setIsOpened] = useState(false);
  const closed = button({
    onClick: () => setIsOpened(true),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  });
  return isOpened ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
