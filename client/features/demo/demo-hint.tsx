import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { demoDialogOpen } from '#client/lib/demo.ts';

/** Says in the layouts that this is a demo, and opens what it says about it. */
export function DemoHint({ compact }: { compact?: boolean }) {
  const { t } = useTranslation();
  const { demo } = useSetup();
  if (!demo) return null;
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
