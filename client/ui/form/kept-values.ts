/** Keeps what a user has entered in forms when their session ends, until they have signed in again in the same tab. */
import { type RefObject, useEffect, useRef } from 'react';
import { readStored, writeStored } from '#client/lib/stored.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Values by name. Radio buttons share one, as do the two inputs of a picker. */
type Values = Record<string, (string | boolean)[]>;

type Kept = { userId: string; forms: Record<string, Values> };

const storageKey = 'unsaved-forms';

const neverKept = '[type=file], [type=password], [autocomplete=one-time-code]';

/** One per form on screen. Returns its key and what the user has changed; null without changes. */
const openForms = new Set<() => [key: string, Values] | null>();

const findUnsavedForms = () => [...openForms].map((find) => find()).filter((form) => form !== null);

const readKept = (): Kept | null => JSON.parse(readStored(storageKey, 'sessionStorage') ?? 'null');

function store(kept: Kept | null) {
  writeStored(storageKey, kept && JSON.stringify(kept), 'sessionStorage');
}

export const hasUnsavedForms = (): boolean => findUnsavedForms().length > 0;

export function keepUnsavedForms(userId: string) {
  const forms = Object.fromEntries(findUnsavedForms());
  if (hasUnsavedForms()) store({ userId, forms });
}

/** Forgets what was kept, unless it is this user's. */
export function forgetUnsavedForms(userId?: string) {
  const kept = readKept();
  if (kept && kept.userId !== userId) store(null);
}

function takeKept(key: string): Values {
  const kept = readKept();
  const { [key]: values = {}, ...forms } = kept?.forms ?? {};
  if (kept && Object.keys(values).length > 0) store({ ...kept, forms });
  return values;
}

function controlsOf(form: HTMLFormElement): Control[] {
  const controls = [...form.elements] as Control[];
  return controls.filter((control) => control.name && !control.matches(neverKept));
}

const isToggle = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

const readControl = (control: Control) => (isToggle(control) ? control.checked : control.value);

function readValues(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const control of controlsOf(form)) {
    values[control.name] = [...(values[control.name] ?? []), readControl(control)];
  }
  return values;
}

/** Fires the events of typing, so that React notices, which setting `value` would not. */
function enter(control: Control, value: string | boolean) {
  const before = readControl(control);
  if (value === before) return;
  if (isToggle(control)) return control.click();
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  // An option that no longer exists.
  if (readControl(control) !== value) return set?.call(control, before);
  // The hidden input of a picker reports its choice.
  if (control.getAttribute('role') === 'combobox') return;
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function restore(form: HTMLFormElement, values: Values) {
  for (const [name, kept] of Object.entries(values)) {
    const controls = controlsOf(form).filter((control) => control.name === name);
    if (controls.length !== kept.length) continue;
    for (const [index, value] of kept.entries()) enter(controls[index] as Control, value);
  }
}

/** A form is known by its page, its fields and the title of the dialog around it. */
function keyOf(form: HTMLFormElement, values: Values): string {
  const titleId = form.closest('[role=dialog]')?.getAttribute('aria-labelledby');
  const title = titleId && document.getElementById(titleId)?.textContent;
  return [window.location.pathname, title, ...Object.keys(values)].join(' ');
}

export function useKeptValues(form: RefObject<HTMLFormElement | null>, isDirty: () => boolean) {
  const initial = useRef<Values>(null);
  useEffect(() => {
    const element = form.current;
    // A confirmation has to be given again.
    if (!element || element.closest('[role=alertdialog]')) return;
    initial.current ??= readValues(element);
    const before = initial.current;
    const key = keyOf(element, before);
    restore(element, takeKept(key));
    const findChanges = (): [string, Values] | null => {
      const changed = Object.entries(readValues(element)).filter(
        ([name, values]) => JSON.stringify(values) !== JSON.stringify(before[name]),
      );
      return isDirty() ? [key, Object.fromEntries(changed)] : null;
    };
    openForms.add(findChanges);
    return () => void openForms.delete(findChanges);
  }, [form, isDirty]);
}
