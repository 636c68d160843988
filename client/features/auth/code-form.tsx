import { OTPInput, type SlotProps } from 'input-otp';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { errorText, failureText } from '#client/i18n/error-text.ts';
import { cx } from '#client/lib/class-names.ts';
import { AlertIcon } from '#client/ui/base/icons.tsx';
import { RequestId } from '#client/ui/base/notice.tsx';
import { type CodeEntry, findCode } from './use-code-entry.ts';

type CodeFormProps = {
  entry: CodeEntry;
  intro?: ReactNode;
  /** URL that the form posts to without scripts. */
  action?: string;
  children: ReactNode;
};

export function CodeForm({ entry, intro, action, children }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const { code, pending, restarts, isResent, failure, error, change, submit } = entry;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Not the state: extensions can fill the field without an event.
    void submit(findCode(`${new FormData(event.currentTarget).get('code')}`));
  }

  return (
    <form
      noValidate
      {...(action && { action, method: 'post' })}
      className="grid gap-4"
      onSubmit={onSubmit}
    >
      {intro}
      <CodeField
        label={t('verify.code')}
        value={code}
        onChange={change}
        disabled={pending}
        restarts={restarts}
        error={error ? errorText(error) : failure && failureText(failure)}
        note={isResent ? t('verify.resent') : ''}
      />
      {failure && <RequestId failure={failure} />}
      {children}
    </form>
  );
}

type CodeFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  /** The field takes the focus whenever this changes. */
  restarts: number;
  error: string | null;
  note: string;
};

/** Longer than a code: the code is found in the text that was entered, such as “Code 123 456”. */
const longestEntry = 200;

/** One input shown as slots. Left to right in every language. */
function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, disabled, restarts, error, note } = props;
  const { codeLength } = useSetup();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  // Ready for the next attempt after a rejected or new code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each restart takes the focus
  useEffect(() => {
    if (!disabled) input.current?.focus();
  }, [disabled, restarts]);

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div dir="ltr">
        <OTPInput
          id={id}
          ref={input}
          name="code"
          maxLength={longestEntry}
          value={value}
          onChange={onChange}
          // Extensions can fill the field without an event.
          onBlur={({ target }) => target.value !== value && onChange(target.value)}
          pasteTransformer={findCode}
          readOnly={disabled}
          inputMode="numeric"
          autoComplete="one-time-code"
          // Prevents the field from widening for a password manager's badge.
          pushPasswordManagerStrategy="none"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          autoFocus
          containerClassName="flex gap-2"
          render={({ slots }) =>
            slots.slice(0, codeLength).map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its position
              <Slot key={index} {...slot} invalid={error !== null} dimmed={disabled} />
            ))
          }
        />
      </div>
      {/* As high as an error, so that nothing below moves. */}
      <div className="min-h-5 text-sm">
        {error && (
          <p id={`${id}-note`} role="alert" className="flex gap-1.5 text-danger-text">
            <AlertIcon />
            <span>{error}</span>
          </p>
        )}
        <p role="status" className="text-success-text">
          {!error && note}
        </p>
      </div>
    </div>
  );
}

function Slot({
  char,
  isActive,
  invalid,
  dimmed,
}: SlotProps & { invalid: boolean; dimmed: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'grid h-13 min-w-0 grow basis-0 place-items-center rounded-control border bg-surface-raised text-lg font-medium tabular-nums transition-colors',
        invalid ? 'border-danger outline-danger' : 'border-line-strong outline-accent-text',
        isActive && 'outline-2 -outline-offset-1',
        dimmed && 'opacity-60',
      )}
    >
      {char}
    </div>
  );
}
