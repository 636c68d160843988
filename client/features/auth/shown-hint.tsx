import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { CopyButton } from '#client/ui/base/copy-button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';

export type CodeHintProps = {
  /** The address a code was sent to at `sentAt`, a Unix timestamp in milliseconds. */
  email?: string;
  sentAt?: number | undefined;
};

const pollIntervalMs = 1_000;
/** A mail may be slightly older than the response to its request. */
const toleranceMs = 5_000;

const linkClass = 'font-medium text-accent-text underline underline-offset-2';

type CaughtMail = { code?: string; sentAt: string };

function useArrivedCode(inbox: string | null, { email, sentAt }: CodeHintProps) {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    if (!inbox || !email || !sentAt) return;
    let timer: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    async function look() {
      try {
        const address = `${inbox}.json?to=${encodeURIComponent(email ?? '')}`;
        const response = await fetch(address, { signal: controller.signal });
        const [mail]: CaughtMail[] = await response.json();
        if (mail?.code && Date.parse(mail.sentAt) > (sentAt ?? 0) - toleranceMs) {
          setCode(mail.code);
          return;
        }
      } catch {
        // The server may be restarting; the link to the inbox remains.
      }
      if (!controller.signal.aborted) timer = setTimeout(look, pollIntervalMs);
    }
    void look();
    return () => {
      setCode(undefined);
      controller.abort();
      clearTimeout(timer);
    };
  }, [inbox, email, sentAt]);
  return code;
}

export default function ShownHint(props: CodeHintProps) {
  const { t } = useTranslation('auth');
  const { devInboxUrl } = useSetup();
  const code = useArrivedCode(devInboxUrl, props);
  if (code) {
    return (
      <Notice>
        <span role="status" className="inline-flex items-center gap-1">
          <RichText
            text={(values) => t('hint.arrived', values)}
            values={{ code }}
            parts={{
              code: (digits) => (
                <bdi className="ms-1 font-semibold text-text tabular-nums select-all">{digits}</bdi>
              ),
            }}
          />
          <CopyButton text={code} label={t('hint.copy')} />
        </span>
      </Notice>
    );
  }
  return (
    <Notice>
      <RichText
        text={() => t('hint.devInbox')}
        parts={{
          inbox: (words) => (
            <a
              href={devInboxUrl ?? undefined}
              target="_blank"
              rel="noreferrer"
              className={linkClass}
            >
              {words}
            </a>
          ),
        }}
      />
    </Notice>
  );
}
