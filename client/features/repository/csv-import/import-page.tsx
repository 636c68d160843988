import { CircleCheck, FileUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { errorText, failureText } from '#client/i18n/error-text.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { Button, buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { listClass } from '#client/ui/list/list.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { Breadcrumb, PageHeader, Section } from '#client/ui/page/page.tsx';
import { type FileProblem, type ImportRow, importLimits } from './csv-file.ts';
import { type RowProblem, useImport } from './use-import.ts';

const example = 'name,link,description\nAtlas,github.com/acme/atlas,"Maps, and more"';

export default function ImportPage() {
  const { t } = useTranslation(['csv-import', 'repository']);
  const { state, failure, choose, run, stop, reset } = useImport();
  const list = repositoryPaths.list('manager');
  const content = useRef<HTMLDivElement>(null);
  const { step } = state;
  useEffect(() => {
    // The previous step's focused element is gone.
    if (step !== 'choose' && document.activeElement === document.body) content.current?.focus();
  }, [step]);
  return (
    <div className="mx-auto max-w-form">
      <Breadcrumb parent={{ to: list, label: t('repository:list.title') }} />
      <PageHeader title={t('title')} subtitle={t('body')} />
      <div ref={content} tabIndex={-1} className="grid gap-6 outline-none" aria-live="polite">
        {failure && <Problem text={failureText(failure)} />}
        {state.step === 'choose' && <Chooser {...state} onChoose={choose} />}
        {'progress' in state && (
          <ProgressBar {...state.progress} title={t(state.step)} onStop={stop} />
        )}
        {state.step === 'preview' && (
          <ImportPreview {...state} onImport={() => void run(state.ready)} onCancel={reset} />
        )}
        {state.step === 'done' && (
          <>
            <EmptyState
              icon={CircleCheck}
              title={t('done', { count: state.created, total: formatNumber(state.created) })}
              {...(state.stopped && { body: t('stopped') })}
            >
              <Link to={list} className={buttonClass('primary')}>
                {t('showAll')}
              </Link>
              <Button onClick={reset}>{t('another')}</Button>
            </EmptyState>
            <ImportProblems problems={state.problems} />
          </>
        )}
      </div>
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-control bg-danger-soft p-3 text-sm text-danger-text">
      {text}
    </p>
  );
}

type ChooserProps = {
  problem?: FileProblem | undefined;
  line?: number | undefined;
  onChoose: (file: File) => Promise<void>;
};

function Chooser({ problem, line = 1, onChoose }: ChooserProps) {
  const { t } = useTranslation('csv-import');
  const id = useId();
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) void onChoose(file);
  };
  const values = {
    megabytes: formatNumber(importLimits.bytes / 1_000_000),
    rows: formatNumber(importLimits.rows),
    line: formatNumber(line),
  };
  return (
    <>
      {problem && <Problem text={t(`problem.${problem}`, values)} />}
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files);
        }}
        className="grid cursor-pointer justify-items-center gap-2 rounded-card border border-dashed border-line-strong px-6 py-8 text-center focus-within:outline-2 focus-within:outline-accent-text hover:bg-row-hover"
      >
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-glow-soft text-warning-text">
          <FileUp className="size-6" strokeWidth={1.5} />
        </span>
        <span className={buttonClass('primary')}>{t('choose')}</span>{' '}
        <span className="text-sm text-text-muted pointer-coarse:hidden">{t('drop')}</span>
        <span className="text-sm text-text-muted">{t('limits', values)}</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      <div className="grid gap-2 text-sm text-text-muted">
        <p>{t('format')}</p>
        <pre
          dir="ltr"
          className="rounded-control bg-surface-sunken p-3 text-start text-xs wrap-anywhere whitespace-pre-wrap"
        >
          {example}
        </pre>
      </div>
    </>
  );
}

type ProgressBarProps = { title: string; done: number; total: number; onStop: () => void };

function ProgressBar({ title, done, total, onStop }: ProgressBarProps) {
  const { t } = useTranslation(['csv-import', 'list']);
  const id = useId();
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface-raised p-6">
      <p id={id} className="font-medium">
        {title}
      </p>
      <progress
        aria-labelledby={id}
        value={done}
        max={Math.max(total, 1)}
        className="h-1.5 w-full accent-accent"
      />
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm text-text-muted tabular-nums">
          {t('list:progress.done', { done: formatNumber(done), total: formatNumber(total) })}
        </span>
        <Button size="small" onClick={onStop}>
          {t('list:progress.stop')}
        </Button>
      </div>
    </div>
  );
}

const shownRows = 10;

type ImportPreviewProps = {
  fileName: string;
  ready: readonly ImportRow[];
  problems: readonly RowProblem[];
  onImport: () => void;
  onCancel: () => void;
};

function ImportPreview(props: ImportPreviewProps) {
  const { fileName, ready, problems, onImport, onCancel } = props;
  const { t } = useTranslation(['csv-import', 'common']);
  const total = formatNumber(ready.length);
  return (
    <div>
      <p className="text-sm text-text-muted">
        <bdi className="wrap-anywhere">{fileName}</bdi>
      </p>
      {ready.length > 0 && (
        <Section title={t('ready')} count={ready.length}>
          <ul aria-label={t('ready')} className={listClass}>
            {ready.slice(0, shownRows).map(({ line, values }) => (
              <li key={line} className="grid gap-0.5 px-4 py-3 text-sm">
                <span className="font-medium wrap-anywhere">
                  <bdi>{values.name}</bdi>
                </span>
                <span className="text-text-muted wrap-anywhere">
                  <bdi>{values.link.slice(0, 200)}</bdi>
                </span>
                {values.description && (
                  <span className="text-text-muted wrap-anywhere">
                    <bdi>{values.description.slice(0, 200)}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {ready.length > shownRows && (
            <p className="text-sm text-text-muted">
              {t('more', { total: formatNumber(ready.length - shownRows) })}
            </p>
          )}
        </Section>
      )}
      <ImportProblems problems={problems} />
      <div className="mt-8 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onCancel}>
          {t(ready.length > 0 ? 'common:confirm.cancel' : 'another')}
        </Button>
        {ready.length > 0 && (
          <Button look="primary" onClick={onImport}>
            {t('submit', { count: ready.length, total })}
          </Button>
        )}
      </div>
    </div>
  );
}

const shownProblems = 100;

function ImportProblems({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation('csv-import');
  if (problems.length === 0) return null;
  return (
    <Section title={t('leftOut')} count={problems.length}>
      <ul aria-label={t('leftOut')} className={listClass}>
        {problems.slice(0, shownProblems).map(({ row, code, sameAs }) => (
          <li key={row.line} className="grid gap-0.5 px-4 py-3 text-sm">
            <span className="flex flex-wrap gap-x-3">
              <span className="text-text-muted tabular-nums">
                {t('line', { line: formatNumber(row.line) })}
              </span>
              <bdi className="font-medium text-match-parent wrap-anywhere">
                {row.values.name.slice(0, 100)}
              </bdi>
            </span>
            <span className="text-danger-text">
              {code === 'EXTRA_CELLS'
                ? t('extraCells')
                : sameAs
                  ? t('sameAs', { line: formatNumber(sameAs) })
                  : errorText(code)}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > shownProblems && (
        <p className="text-sm text-text-muted">
          {t('more', { total: formatNumber(problems.length - shownProblems) })}
        </p>
      )}
    </Section>
  );
}
