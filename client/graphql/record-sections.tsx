import { Suspense } from 'react';
import { Can } from '#client/features/session/use-session.ts';
import { sections } from '#client/generated/sections.ts';
import type { RecordSection } from '#client/lib/entity.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { listClass, RowSkeletons } from '#client/ui/list/list.tsx';

const all = sections.map(({ code, ...section }: RecordSection) => ({
  ...section,
  Section: lazyPart(code),
}));

/** What other features show on the page of a record, such as the tickets of a customer. */
export function RecordSections({ of, id }: { of: string; id: string }) {
  return (
    <>
      {all
        .filter((section) => section.of === of)
        .map(({ permission, Section }) => (
          <Can key={permission} do={permission}>
            <Suspense fallback={<SectionSkeleton />}>
              <Section id={id} />
            </Suspense>
          </Can>
        ))}
    </>
  );
}

/** As high as a list that loads, so that what follows stays where it is. */
function SectionSkeleton() {
  return (
    <div aria-busy="true" className="mt-8 grid gap-3">
      <div className="flex min-h-10 items-center">
        <span className="skeleton h-5 w-32" />
      </div>
      <ul className={listClass}>
        <RowSkeletons count={5} lead="square" />
      </ul>
    </div>
  );
}
