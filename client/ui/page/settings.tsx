import type { ReactNode } from 'react';

export function SettingsCard({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface-raised">
      {children}
    </div>
  );
}

type SettingProps = {
  label: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
};

export function Setting({ label, hint, children }: SettingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-36 grow-999 basis-0 gap-0.5 text-sm">
        <div className="font-medium">{label}</div>
        {hint && <div className="max-w-[60ch] text-pretty text-text-muted">{hint}</div>}
      </div>
      {children && (
        <div className="flex max-w-full min-w-0 grow items-center justify-end gap-3 max-sm:[&>fieldset]:grow">
          {children}
        </div>
      )}
    </div>
  );
}
