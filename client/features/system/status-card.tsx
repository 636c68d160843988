import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type SystemState, useProblems } from './problems.ts';

const cardClass = 'rounded-card border border-line bg-surface-raised';

export function StatusCard({ system }: { system: SystemState }) {
  const { t } = useTranslation('system');
  const problems = useProblems(system);
  if (problems.length === 0) {
    return (
      <p className={`${cardClass} flex items-center gap-3 p-4 font-medium`}>
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-success-soft text-success-text">
          <CircleCheck className="size-5" />
        </span>
        {t('status.fine')}
      </p>
    );
  }
  return (
    <ul
      aria-label={t('status.problems', { count: problems.length })}
      className={`${cardClass} divide-y divide-line`}
    >
      {problems.map(({ text, guide, section }) => (
        <li key={text} className="flex gap-3 p-4">
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-warning-soft text-warning-text">
            <TriangleAlert className="size-5" />
          </span>
          <div className="grid min-w-0 gap-0.5 text-sm">
            <p className="font-medium">{text}</p>
            <p className="text-text-muted">
              {t('status.guide', { section })}{' '}
              <bdi dir="ltr" className="font-mono text-xs">
                {guide}
              </bdi>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
