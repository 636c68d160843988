/**
 * Keeps what a user has entered in forms: when their session ends, until they have signed in again in the same tab; and
 * when a form shows a newer record.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';
import { dirtyChecks } from './unsaved-changes.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Values by field. The two inputs of a picker share a name. */
type Values = Record<string, (string | boolean)[]>;

type Kept = { userId: string; forms: Record<string, Values> };

const storageKey = 'unsaved-forms';

const neverKept = '[type=file], [type=password], [autocomplete=one-time-code]';

/** One per form on screen. Returns what the user has changed. */
const openForms = new Set<() => [key: string, Values][]>();

const readKept = () => readStoredJson(storageKey, 'sessionStorage') as Kept | null;

function writeKept(kept: Kept | null) {
  writeStored(storageKey, kept && JSON.stringify(kept), 'sessionStorage');
}

/** Keeps unsaved changes for `userId`; discards them for null. Returns whether there are any. */
export function keepUnsavedForms(userId: string | null): boolean {
  const unsaved = [...openForms].flatMap((find) => find());
  if (userId && unsaved.length > 0) writeKept({ userId, forms: Object.fromEntries(unsaved) });
  return unsaved.length > 0;
}

/** Forgets what was kept, unless it is this user's. */
export function forgetUnsavedForms(userId?: string) {
  if (readKept()?.userId !== userId) writeKept(null);
}

function takeKept(key: string): Values {
  const kept = readKept();
  const { [key]: values = {}, ...forms } = kept?.forms ?? {};
  if (kept) writeKept({ ...kept, forms });
  return values;
}

const controlsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Control[]).filter((each) => each.name && !each.matches(neverKept));

const isToggle = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

const readControl = (control: Control) => (isToggle(control) ? control.checked : control.value);

const fieldOf = (control: Control) =>
  isToggle(control) ? `${control.name} ${control.value}` : control.name;

function readValues(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const control of controlsOf(form)) {
    values[fieldOf(control)] = [...(values[fieldOf(control)] ?? []), readControl(control)];
  }
  return values;
}

/** Fires the events of typing, so that React notices, which setting `value` would not. */
function enter(control: Control, value = readControl(control)) {
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

/** A form is known by its page, its fields and the title of the dialog around it. */
function keyOf(form: HTMLFormElement, values: Values): string {
  const titleId = form.closest('[role=dialog]')?.getAttribute('aria-labelledby');
  const title = titleId && document.getElementById(titleId)?.textContent;
  return [window.location.pathname, title, ...Object.keys(values)].join(' ');
}

/** What the fields of a form had when they were mounted. */
type Shown = { element: HTMLFormElement; values: Values };

const changed = (values: Values, before: Values) =>
  Object.entries(values).filter(
    ([field, each]) => JSON.stringify(each) !== JSON.stringify(before[field]),
  );

const hasChanged = (name: string, values: Values, before: Values) =>
  changed(values, before).some(([field]) => field.split(' ')[0] === name);

function textOf(control: Control): string {
  if (isToggle(control)) return control.labels?.[0]?.textContent ?? '';
  return control.tagName === 'SELECT'
    ? ((control as HTMLSelectElement).selectedOptions[0]?.text ?? '')
    : control.value;
}

/** Texts of a newer record, by name of the field, where the user has entered something else. */
function findConflicts(former: Shown, newer: Shown): Record<string, string> {
  const mine = readValues(former.element);
  const controls = controlsOf(newer.element).filter(
    (control) =>
      (!isToggle(control) || control.checked) &&
      hasChanged(control.name, mine, former.values) &&
      hasChanged(control.name, newer.values, former.values) &&
      hasChanged(control.name, mine, newer.values),
  );
  return Object.fromEntries(controls.map((control) => [control.name, textOf(control)]));
}

/**
 * Enters in a form what was kept, or what the user has changed in the form that it replaces to show a newer record.
 * Returns what the newer record has in fields that both have changed, and whether there are changes to keep.
 */
export function useKeptValues(
  form: RefObject<HTMLFormElement | null>,
  isSaved: RefObject<boolean>,
  round: number,
) {
  const shown = useRef<Shown>(null);
  const [conflicts, setConflicts] = useState<Record<string, string>>({});
  const isDirty = useCallback(() => {
    if (isSaved.current || !shown.current) return false;
    const { element, values } = shown.current;
    return changed(readValues(element), values).length > 0;
  }, [isSaved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has its own element
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    dirtyChecks.set(element, isDirty);
    // A confirmation has to be given again.
    if (element.closest('[role=alertdialog]')) return;
    const former = shown.current;
    const now = former?.element === element ? former : { element, values: readValues(element) };
    shown.current = now;
    const key = keyOf(element, now.values);
    const isNewer = former && former !== now;
    const entered: Values = isNewer
      ? Object.fromEntries(changed(readValues(former.element), former.values))
      : takeKept(key);
    if (isNewer) {
      setConflicts(findConflicts(former, now));
      element.querySelector<HTMLElement>('[type=submit]')?.focus();
    }
    for (const control of controlsOf(element)) enter(control, entered[fieldOf(control)]?.shift());
    const find = (): [string, Values][] =>
      isDirty() ? [[key, Object.fromEntries(changed(readValues(element), now.values))]] : [];
    openForms.add(find);
    return () => void openForms.delete(find);
  }, [form, isDirty, round]);
  return { conflicts, isDirty };
}

/** A record that a form updates. */
export type VersionedRecord = { updatedAt: string };

/** Which version of a record a form shows. `round` counts the newer ones that replaced it after a refusal. */
export function useNewerRecord(record: VersionedRecord | undefined) {
  const latest = record?.updatedAt;
  const shown = useRef(latest);
  const [isWaiting, wait] = useState(false);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (!isWaiting || latest === shown.current) return;
    shown.current = latest;
    wait(false);
    setRound((before) => before + 1);
  }, [latest, isWaiting]);

  return {
    round,
    wait,
    version: (): { expectedUpdatedAt?: string } =>
      shown.current ? { expectedUpdatedAt: shown.current } : {},
    adopt(saved: VersionedRecord | null | undefined) {
      shown.current = saved?.updatedAt;
    },
  };
}
