import { errorText } from '#client/i18n/error-text.ts';
import { AlertIcon } from '#client/ui/base/icons.tsx';

export type RefusedAddress = { email: string; code: string };

export function RefusedAddresses({ refused }: { refused: readonly RefusedAddress[] }) {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="rounded-control bg-danger-soft p-3 text-sm text-danger-text">
      <ul className="grid gap-2">
        {refused.map(({ email, code }) => (
          <li key={email} className="flex gap-2">
            <AlertIcon />
            <span className="grid min-w-0">
              <bdi className="font-medium wrap-anywhere">{email}</bdi>
              {errorText(code)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
