import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { toast } from '#client/ui/overlay/toast.ts';
import { Section } from '#client/ui/page/page.tsx';
import { TicketDocument } from './ticket.generated.ts';

export function TicketFile({ id, url }: { id: string; url: string | null | undefined }) {
  const { t } = useTranslation('ticket');
  const client = useClient();

  async function upload(file: File) {
    const init = { method: 'POST', body: file };
    const response = await fetch(`/api/ticket-files/${id}`, init).catch(() => null);
    if (!response?.ok) return toast('error', t('file.failed'));
    await client.query(TicketDocument, { id }, { requestPolicy: 'network-only' });
    toast('success', t('file.saved'));
  }

  return (
    <Section title={t('file.title')}>
      {url && (
        <a href={url} className="text-accent-text underline underline-offset-2">
          {t('file.download')}
        </a>
      )}
      <input
        type="file"
        accept="application/pdf,image/png,image/jpeg"
        aria-label={t('file.choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void upload(file);
        }}
      />
    </Section>
  );
}
