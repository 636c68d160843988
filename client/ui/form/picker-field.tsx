import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import { isComposing } from '#client/lib/shortcuts.ts';
import { limits } from '#shared/limits.ts';
import { type ControlProps, controlClass, Field } from './field.tsx';
import { HiddenValue } from './hidden-value.tsx';
import { type FindOptions, type Option, PickerOptions, useOptions } from './picker-options.tsx';
import { ClearButton } from './search-box.tsx';

type PickerFieldProps = {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** Shown instead of an empty value. */
  empty?: string;
  /** The stored choice. */
  defaultValue?: Option | null | undefined;
  find: FindOptions;
};

/** Chooses one of many options by typing. Its value is the chosen option’s, or empty. */
export function PickerField(props: PickerFieldProps) {
  const { name, label, hint, optional = false, empty, defaultValue = null, find } = props;
  const [chosen, setChosen] = useState(defaultValue);
  const picker = { label, optional, find, chosen, onChoose: setChosen };
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      {(control) => <Picker {...picker} control={{ ...control, placeholder: empty }} />}
    </Field>
  );
}

type PickerProps = Pick<PickerFieldProps, 'label' | 'optional' | 'find'> & {
  chosen: Option | null;
  onChoose: (option: Option | null) => void;
  control: Partial<ControlProps> & Pick<ComponentProps<'input'>, 'aria-label' | 'placeholder'>;
  className?: string | undefined;
};

/** The same beside a list's other filters. Shows its label while empty. */
export function PickerFilter(picker: Pick<PickerProps, 'label' | 'find' | 'chosen' | 'onChoose'>) {
  const { label, chosen } = picker;
  return (
    <Picker
      {...picker}
      optional
      control={{ 'aria-label': label, placeholder: label }}
      className={cx(
        'field-sizing-content w-auto! max-w-44 ps-4! font-medium placeholder:text-text max-sm:ps-3!',
        // Larger only while one types: browsers of phones zoom to smaller text.
        'not-focus:text-sm!',
        chosen ? 'border-accent! text-accent-text!' : 'border-line-strong/50!',
      )}
    />
  );
}

function Picker({ control, className, label, optional, find, chosen, onChoose }: PickerProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? chosen?.label ?? '';
  const term = text === chosen?.label ? '' : text.trim();
  const { options, failure, isSearching, retry } = useOptions(find, term, isOpen);

  // The first match of a term is active. Without one, what is chosen, and nothing once the field is emptied.
  const wanted = moved ?? (term ? options[0]?.value : text && chosen?.value);
  const active = isSearching ? -1 : options.findIndex(({ value }) => value === wanted);

  function open() {
    setMoved(null);
    setIsOpen(true);
  }

  function choose(option: Option | null) {
    if (option !== chosen) onChoose(option);
    setTyped(null);
    setIsOpen(false);
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!isOpen) return open();
      const from = active < 0 && step < 0 ? 0 : active;
      const next = options[(from + step + options.length) % options.length];
      if (!isSearching && next) setMoved(next.value);
    } else if (isOpen && event.key === 'Escape') {
      // A dialog around it stays open.
      event.stopPropagation();
      event.preventDefault();
      choose(chosen);
    } else if (isOpen && event.key === 'Enter') {
      event.preventDefault();
      if (failure) retry();
      else if (options[active]) choose(options[active]);
    } else if (isOpen && event.key === 'Tab' && options[active]) choose(options[active]);
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Anchor className="relative grid">
        <input
          {...control}
          placeholder={control.placeholder ?? t('search.placeholder')}
          ref={input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={options[active] && `${listId}-${active}`}
          value={text}
          maxLength={limits.searchMax}
          autoComplete="off"
          spellCheck={false}
          className={cx(controlClass, 'min-h-10 truncate pe-10 pointer-coarse:min-h-11', className)}
          onChange={({ target }) => {
            setTyped(target.value);
            open();
          }}
          onClick={() => isOpen || open()}
          onKeyDown={handleKey}
          onBlur={() => choose(text.trim() ? chosen : null)}
        />
        {/* After the visible field of the same name, since the last value counts. */}
        {control.name && (
          <HiddenValue
            name={control.name}
            value={chosen?.value ?? ''}
            onRestore={(value) =>
              choose(value ? { value, label: input.current?.value ?? '' } : null)
            }
          />
        )}
        {optional && chosen ? (
          <ClearButton
            label={t('picker.clear', { label })}
            onClick={() => {
              choose(null);
              input.current?.focus();
            }}
          />
        ) : (
          <ChevronDown
            className={cx(
              'pointer-events-none absolute inset-y-0 end-3 my-auto size-4',
              !className && 'text-text-muted',
            )}
          />
        )}
      </Popover.Anchor>
      <PickerOptions
        listId={listId}
        label={label}
        term={term}
        options={options}
        active={active}
        failure={failure}
        isSearching={isSearching}
        onRetry={retry}
        onChoose={choose}
        isWithin={(target) => !!input.current?.parentElement?.contains(target)}
      />
      <p role="status" className="sr-only">
        {isOpen && !isSearching && !failure && t('picker.count', { count: options.length })}
      </p>
    </Popover.Root>
  );
}
