import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#client/ui/overlay/toast.ts';
import { IconButton } from './button.tsx';

const confirmationTime = 2000;
const failureTime = 6000;

/** Copies `text` and announces it, or shows that it couldn't. Negative margins keep its line at text height. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean>();

  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(setCopied, copied ? confirmationTime : failureTime, undefined);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <>
      <IconButton
        icon={copied ? Check : Copy}
        label={label}
        className="-my-2"
        onClick={async () => setCopied(await copyText(text))}
      />
      <span role="status" className={copied === false ? 'text-sm text-danger-text' : 'sr-only'}>
        {copied === undefined ? '' : t(copied ? 'action.copied' : 'action.copyFailed')}
      </span>
    </>
  );
}
