import { Suspense } from 'react';
import { Can } from '#client/features/session/use-session.ts';
import { sections } from '#client/generated/sections.ts';
import { lazyWithTexts } from '#client/i18n/i18n.ts';
import type { RecordSection } from '#client/lib/entity.ts';

const all = sections.map(({ code, texts, ...section }: RecordSection) => ({
  ...section,
  Section: lazyWithTexts(code, texts),
}));

/** What other features show on the page of a record, such as the tickets of a customer. */
export function RecordSections({ of, id }: { of: string; id: string }) {
  return (
    <Suspense>
      {all
        .filter((section) => section.of === of)
        .map(({ permission, Section }) => (
          <Can key={permission} do={permission}>
            <Section id={id} />
          </Can>
        ))}
    </Suspense>
  );
}
