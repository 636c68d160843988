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
 * Shows an error at a field of the form around it, when the user leaves the field with a value that must be unique and is
 * already used. The server checks it again when the form is submitted.
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
    if (!form) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    form.addEventListener('focusout', () => void ask(form), { signal });
    form.addEventListener('input', (event) => onInput(event), { signal });
    const forget = () => {
      asked.current = '';
    };
    form.addEventListener('submit', forget, { signal });
    return () => controller.abort();
  }, []);

  return <span ref={place} hidden />;
}
