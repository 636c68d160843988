import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { demoDialogOpen } from '#client/lib/demo.ts';

export default function DemoBadge({ compact }: { compact?: boolean }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={t('demo.hint')}
      title={t('demo.hint')}
      aria-haspopup="dialog"
      onClick={() => demoDialogOpen.set(true)}
      className="touch-target inline-flex min-h-6 w-fit shrink-0 items-center gap-1.5 rounded-full border border-line bg-accent-soft px-2 text-xs/5 font-medium whitespace-nowrap text-accent-text"
    >
      <Eye className="size-3.5" />
      {compact ? t('demo.short') : t('demo.hint')}
    </button>
  );
}
