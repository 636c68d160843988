import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

const confirmationTime = 2000;

/** Copies `text` and announces it. Negative margins keep its line at text height. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, confirmationTime, false);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <>
      <Button
        look="quiet"
        size="icon"
        className="-my-2"
        aria-label={label}
        title={label}
        onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? <Check className="size-4" /> : <Copy className="size-4" />}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t('action.copied') : ''}
      </span>
    </>
  );
}
