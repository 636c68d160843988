import { FileText, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission } from '#client/features/session/session.ts';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import {
  type PaletteSearchQueryVariables,
  usePaletteSearchQuery,
} from '#client/generated/entities.generated.ts';
import { type TextKey, useText } from '#client/i18n/text-key.ts';
import type { Entity } from '#client/lib/entity.ts';
import type { Area } from '#client/paths.ts';
import { usePaletteRecentQuery } from './palette.generated.ts';
import { readRecent } from './recent.ts';

/** A page or a record to go to. */
export type Entry = {
  /** The record's ID or the page's path. */
  key: string;
  title: string;
  subtitle?: string | undefined;
  to: string;
  icon: LucideIcon;
};

export type EntryGroup = { label: string; entries: Entry[] };

type Entities = readonly Entity<never>[];

/** Results per entity and search. */
const resultsPerEntity = 5;

function usePages(): Entry[] {
  const text = useText();
  const { pages, otherAreas } = useNavigation();
  return [...pages, ...otherAreas].map(({ to, label }) => {
    return { key: to, title: text(label), to, icon: FileText };
  });
}

/** `node` is of the entity's type and was selected by its fragment. */
function recordEntry(entity: Entity<never>, node: { id: string }, area: Area): Entry {
  return { key: node.id, icon: entity.icon, ...entity.entry(node as never, area) };
}

/** The pages and records opened last that still exist, by their current names. */
function useRecent(entities: Entities, area: Area, pages: Entry[]): Entry[] {
  const { user } = useViewer();
  const [keys] = useState(() => readRecent(user.id));
  const ids = keys.filter((key) => !key.startsWith('/'));
  const [{ data }] = usePaletteRecentQuery({ variables: { ids }, pause: ids.length === 0 });
  const records = (data?.nodes ?? []).flatMap((node) => {
    const entity = entities.find(({ type }) => type === node?.__typename);
    return entity && node ? recordEntry(entity, node, area) : [];
  });
  return keys.flatMap((key) => [...pages, ...records].find((entry) => entry.key === key) ?? []);
}

/** The records that the server finds, grouped by entity. An empty `term` finds nothing. */
function useRecords(entities: Entities, area: Area, term: string) {
  const text = useText();
  const viewer = useViewer();
  const allowed = entities.map(({ list, permission }) => [list, hasPermission(viewer, permission)]);
  const [{ data, fetching }] = usePaletteSearchQuery({
    variables: {
      searchTerm: term,
      first: resultsPerEntity,
      ...Object.fromEntries(allowed),
    } as PaletteSearchQueryVariables,
    pause: term === '',
  });
  const lists = (data ?? {}) as Record<string, { nodes: { id: string }[] } | null | undefined>;
  const groups = entities.map((entity) => ({
    label: text(`nav.${entity.list}` as TextKey),
    entries: (lists[entity.list]?.nodes ?? []).map((node) => recordEntry(entity, node, area)),
  }));
  return { groups, fetching: term !== '' && fetching };
}

function matches({ title, subtitle = '' }: Entry, term: string): boolean {
  return `${title}\n${subtitle}`.toLocaleLowerCase().includes(term.toLocaleLowerCase());
}

/**
 * The entries of the palette: without a term the recent ones and the pages, with one what matches.
 * While the server has not searched for `term` yet, its results for `searched` are filtered here.
 */
export function useEntries(entities: Entities, area: Area, term: string, searched: string) {
  const { t } = useTranslation('palette');
  const pages = usePages();
  const recent = useRecent(entities, area, pages);
  const records = useRecords(entities, area, searched);
  const searching = term !== searched || records.fetching;
  const matching = (entries: Entry[]) => entries.filter((entry) => matches(entry, term));

  const groups: EntryGroup[] = term
    ? [
        { label: t('pages'), entries: matching(pages) },
        ...records.groups.map(({ label, entries }) => {
          return { label, entries: searching ? matching(entries) : entries };
        }),
      ]
    : [
        { label: t('recent'), entries: recent },
        { label: t('pages'), entries: pages.filter((page) => !recent.includes(page)) },
      ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), searching };
}
