import type { ReactNode } from 'react';
import { isPseudo } from '#client/i18n/pseudo.ts';
import { ConfirmRoot } from '#client/ui/overlay/confirm-dialog.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { LanguageSwitcher, ThemeSwitcher } from '#client/ui/preferences/preferences.tsx';
import { BadgeSamples, ButtonSamples, NoticeSamples } from './base-samples.tsx';
import { ChoiceSamples, FieldSamples, PickerSamples } from './form-samples.tsx';
import {
  EmptySample,
  FailedSample,
  LoadingSample,
  NoResultSample,
  RowSamples,
} from './list-samples.tsx';
import { Look } from './look.tsx';
import { DialogSamples } from './overlay-samples.tsx';
import { DetailSamples, ErrorSamples } from './page-samples.tsx';
import { sample } from './sample.ts';

const sections: { title: string; wide?: boolean; content: ReactNode }[] = [
  { title: sample.buttons, content: <ButtonSamples /> },
  { title: sample.badges, content: <BadgeSamples /> },
  { title: sample.notices, content: <NoticeSamples /> },
  { title: sample.dialogs, content: <DialogSamples /> },
  { title: sample.fields, content: <FieldSamples /> },
  { title: sample.choices, content: <ChoiceSamples /> },
  { title: sample.pickers, content: <PickerSamples /> },
  { title: sample.rows, wide: true, content: <RowSamples /> },
  { title: sample.loading, content: <LoadingSample /> },
  { title: sample.empty, content: <EmptySample /> },
  { title: sample.noResult, content: <NoResultSample /> },
  { title: sample.failed, content: <FailedSample /> },
  { title: sample.details, wide: true, content: <DetailSamples /> },
  { title: sample.errors, wide: true, content: <ErrorSamples /> },
];

const pages = {
  '/dev/components': { title: sample.title, intro: sample.intro, content: <Components /> },
  '/dev/look': { title: sample.look, intro: sample.lookIntro, content: <Look /> },
};

/** Reloads the page, because texts are distorted when they are loaded. */
function setPseudo(on: boolean) {
  window.location.search = on ? '?lng=pseudo' : '?lng=en';
}

export function Gallery() {
  const path = window.location.pathname === '/dev/look' ? '/dev/look' : '/dev/components';
  const { title, intro, content } = pages[path];
  return (
    <>
      <header className="gallery-header">
        <strong>{sample.navigation}</strong>
        <nav aria-label={sample.navigation}>
          {sample.links.map(({ href, label }) => (
            <a key={href} href={href} aria-current={href === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main className="gallery">
        <div className="gallery-intro">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p dir="auto" className="text-match-parent text-sm text-text-muted">
            {intro}
          </p>
          <div className="gallery-choices">
            <ThemeSwitcher />
            <LanguageSwitcher />
            <label className="flex min-h-11 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={isPseudo()}
                onChange={(event) => setPseudo(event.target.checked)}
                className="size-4 accent-accent"
              />
              {sample.pseudo}
            </label>
          </div>
          <p dir="auto" className="text-match-parent max-w-[72ch] text-sm text-text-muted">
            {sample.pseudoHint}
          </p>
        </div>
        {content}
      </main>
      <ConfirmRoot />
      <Toaster />
    </>
  );
}

function Components() {
  return (
    <div className="gallery-columns">
      {sections.map(({ title, wide, content }) => (
        <section key={title} className={wide ? 'gallery-wide' : undefined}>
          <h2 className="text-base font-semibold">{title}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
