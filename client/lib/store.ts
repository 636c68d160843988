import { useSyncExternalStore } from 'react';

/** A value that lives outside React and that components can follow. */
export type Store<Value> = { get: () => Value; set: (value: Value) => void; use: () => Value };

/** For the few things that are one per page: the open dialog, the theme, the toaster. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  const get = () => current;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
