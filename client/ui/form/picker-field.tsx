import { ChevronDown, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import { isComposing } from '#client/lib/shortcuts.ts';
import { Button } from '#client/ui/base/button.tsx';
import { limits } from '#shared/limits.ts';
import { type ControlProps, controlClass, Field } from './field.tsx';
import { HiddenValue } from './hidden-value.tsx';
import { type FindOptions, type Option, PickerOptions, useOptions } from './picker-options.tsx';

type PickerFieldProps = {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** The stored choice. */
  defaultValue?: Option | null | undefined;
  find: FindOptions;
};

/** Chooses one of many options by typing. Its value is the chosen option’s, or empty. */
export function PickerField({ name, label, hint, optional, ...rest }: PickerFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional ?? false}>
      {(control) => <Picker control={control} label={label} optional={optional} {...rest} />}
    </Field>
  );
}

type PickerProps = Pick<PickerFieldProps, 'label' | 'defaultValue' | 'find'> & {
  control: ControlProps;
  optional: boolean | undefined;
};

function Picker({ control, label, optional, defaultValue = null, find }: PickerProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [chosen, setChosen] = useState(defaultValue);
  const [text, setText] = useState(chosen?.label ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
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
    setChosen(option);
    setText(option?.label ?? '');
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
          ref={input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={options[active] && `${listId}-${active}`}
          value={text}
          maxLength={limits.searchMax}
          placeholder={t('search.placeholder')}
          autoComplete="off"
          spellCheck={false}
          className={cx(controlClass, 'min-h-10 truncate pe-10 pointer-coarse:min-h-11')}
          onChange={({ target }) => {
            setText(target.value);
            open();
          }}
          onClick={() => isOpen || open()}
          onKeyDown={handleKey}
          onBlur={() => choose(text.trim() ? chosen : null)}
        />
        {/* After the visible field of the same name, since the last value counts. */}
        <HiddenValue
          name={control.name}
          value={chosen?.value ?? ''}
          onRestore={(value) => choose(value ? { value, label: input.current?.value ?? '' } : null)}
        />
        {optional && chosen ? (
          <Button
            look="quiet"
            size="icon"
            aria-label={t('picker.clear', { label })}
            title={t('picker.clear', { label })}
            className="absolute! inset-y-0 end-1 my-auto size-8!"
            onClick={() => {
              choose(null);
              input.current?.focus();
            }}
          >
            <X className="size-4" />
          </Button>
        ) : (
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-text-muted" />
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
