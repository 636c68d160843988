import type { ComponentType, ReactNode } from 'react';

export type WayProps = {
  onProved: () => void;
  /** Buttons beside the way's own: cancel. */
  cancel: ReactNode;
};

/** A way to prove one's identity. */
export type Way = {
  name: string;
  /** Undefined until it is known. */
  isOffered: boolean | undefined;
  /** Whether no other way is accepted if this one is offered. */
  isRequired?: boolean;
  /** Label of the button that switches to it. */
  label: string;
  Part: ComponentType<WayProps>;
};
