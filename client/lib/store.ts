import { useSyncExternalStore } from 'react';

export type Store<Value> = { get: () => Value; set: (value: Value) => void; use: () => Value };

/**
 * Creates a store for state that exists once per page, such as the theme or the open dialog.
 *
 * @param rendered returns the value that the server rendered with
 */
export function createStore<Value>(initial: Value, rendered = () => initial): Store<Value> {
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
    use: () => useSyncExternalStore(subscribe, get, rendered),
  };
}
