import { use, useEffect, useEffectEvent, useRef } from 'react';
import { FormContext } from './field.tsx';
import { readValues } from './validate.ts';

type UniqueProps = {
  /** Name of the field. */
  name: string;
  /** Error code of a value that another record has. */
  code: string;
  /** Name of the field with the owner among whose records the value is unique. */
  within?: string;
  isUsed: (value: string, owner: string) => Promise<boolean>;
};

/**
 * Shows an error at a field of the form around it when the user leaves it with a value that only one record can have, and
 * another one has. Submitting asks again.
 */
export function Unique({ name, code, within = '', isUsed }: UniqueProps) {
  const { pending, isDirty, setUsed } = use(FormContext);
  const place = useRef<HTMLSpanElement>(null);
  const asked = useRef('');

  const show = useEffectEvent((isTaken: boolean) =>
    setUsed(({ [name]: _old, ...others }) => (isTaken ? { ...others, [name]: code } : others)),
  );

  const ask = useEffectEvent(async (form: HTMLFormElement) => {
    const { [name]: value = '', [within]: owner = '' } = readValues(form);
    const question = JSON.stringify([value, owner]);
    if (!value || pending || question === asked.current) return;
    asked.current = question;
    const isTaken = await isUsed(String(value), String(owner)).catch(() => false);
    // Dropped if the values have changed, or were submitted, in between.
    if (asked.current === question) show(isTaken && isDirty());
  });

  const onInput = useEffectEvent(({ target, currentTarget }: Event) => {
    const field = target as HTMLInputElement;
    if (field.name !== name && field.name !== within) return;
    asked.current = '';
    show(false);
    // A picker's choice is made after it was left.
    if (field.type === 'hidden') void ask(currentTarget as HTMLFormElement);
  });

  useEffect(() => {
    const form = place.current?.closest('form');
    const stop = new AbortController();
    const listen = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => form?.addEventListener(type, listener, stop);
    listen('focusout', () => {
      if (form) void ask(form);
    });
    listen('input', (event) => onInput(event));
    listen('submit', () => {
      asked.current = '';
    });
    return () => stop.abort();
  }, []);

  return <span ref={place} hidden />;
}
