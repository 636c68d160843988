import { type LucideIcon, Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { readRecent } from '#client/features/session/recent.ts';
import { hasPermission } from '#client/features/session/session.ts';
import {
  type NavIcon,
  type NavPage,
  navIcons,
  useNavigation,
} from '#client/features/session/use-navigation.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import {
  EntitySearchDocument,
  type EntitySearchQueryVariables,
} from '#client/generated/entities.generated.ts';
import { type TextKey, useText } from '#client/i18n/texts.ts';
import type { Entity } from '#client/lib/entity.ts';
import { type Area, withSearch } from '#client/paths.ts';
import { fold } from '#shared/fold.ts';
import { useGoTargets } from './go-targets.ts';
import { PaletteRecentDocument } from './palette.generated.ts';
import { type Entry, useActions } from './use-actions.ts';
import { useOrganizationEntries } from './use-organization-entries.ts';

export type EntryGroup = { label: string; entries: Entry[] };

type Entities = readonly Entity[];

const resultsPerEntity = 5;
const recentEntries = 5;

/** Whether a page adds records, which is an action rather than a place. */
const isForm = ({ permission }: NavPage) => permission?.endsWith(':create') ?? false;

const isOfAccount = ({ to }: NavPage) => /^\/\w+\/account(\/|$)/.test(to);

/** Pages of the account have their own icons. Another page has the icon of the one above it, which comes first in the navigation. */
function iconOf(page: NavPage, pages: readonly NavPage[]): LucideIcon {
  if (isForm(page)) return Plus;
  if (page.to.endsWith('/deleted')) return Trash2;
  if (isOfAccount(page)) return navIcons[page.to.split('/').at(-1) as NavIcon];
  const above = pages.findLast((each) => each.nav && `${page.to}/`.startsWith(`${each.to}/`));
  return navIcons[above?.nav?.icon ?? 'home'];
}

/** Where the viewer can go: places, and forms that add records. */
function usePages() {
  const text = useText();
  const { t } = useTranslation('palette');
  const { pages, otherAreas } = useNavigation();
  const targets = useGoTargets();
  const more: Record<string, string> = { 'account/security': t('passkeyWords') };
  const entryOf = ({ to, label }: { to: string; label: TextKey }, icon: LucideIcon): Entry => {
    const letter = targets.find((target) => target.to === to)?.letter;
    const page = to.replace(/^\/\w+\/?/, '');
    return {
      key: to,
      title: text(label),
      keywords: `${t(`words.${page}` as 'words.account', '')} ${more[page] ?? ''}`,
      keys: letter ? ['G', letter.toUpperCase()] : undefined,
      to,
      icon,
    };
  };
  const entriesOf = (some: readonly NavPage[]) =>
    some.map((page) => entryOf(page, iconOf(page, pages)));
  const areas = otherAreas.map((area) => entryOf(area, navIcons[area.icon]));
  return {
    places: [...entriesOf(pages.filter((page) => !isForm(page) && !isOfAccount(page))), ...areas],
    account: { label: text('nav.account'), entries: entriesOf(pages.filter(isOfAccount)) },
    forms: entriesOf(pages.filter(isForm)),
  };
}

/** `node` has the entity's type and was selected by its fragment. */
function recordEntry(entity: Entity, node: { id: string }, area: Area): Entry {
  return { key: node.id, icon: entity.icon, ...entity.entry(node, area) };
}

function useRecent(entities: Entities, area: Area, pages: Entry[]): Entry[] {
  const { user } = useViewer();
  const [keys] = useState(() => readRecent(user.id).slice(0, recentEntries));
  const ids = keys.filter((key) => !key.startsWith('/'));
  const [{ data }] = useQuery({
    query: PaletteRecentDocument,
    variables: { ids },
    pause: ids.length === 0,
  });
  const records = (data?.nodes ?? []).flatMap((node) => {
    const entity = entities.find(({ type }) => type === node?.__typename);
    return entity && node ? recordEntry(entity, node, area) : [];
  });
  return keys.flatMap((key) => [...pages, ...records].find((entry) => entry.key === key) ?? []);
}

/** Records found by the server, grouped by entity. An empty `term` finds nothing. */
function useRecords(entities: Entities, area: Area, term: string) {
  const text = useText();
  const viewer = useViewer();
  const allowed = entities.map(({ list, permission }) => [list, hasPermission(viewer, permission)]);
  const [{ data, fetching }] = useQuery({
    query: EntitySearchDocument,
    variables: {
      searchTerm: term,
      first: resultsPerEntity,
      ...Object.fromEntries(allowed),
    } as EntitySearchQueryVariables,
    pause: term === '',
  });
  const lists = (data ?? {}) as Record<string, { nodes: { id: string }[] } | null | undefined>;
  const groups = entities.map((entity) => ({
    list: entity.list,
    label: text(`nav.${entity.list}` as TextKey),
    entries: (lists[entity.list]?.nodes ?? []).map((node) => recordEntry(entity, node, area)),
  }));
  return { groups, fetching: term !== '' && fetching };
}

function matches({ title, subtitle = '', keywords = '' }: Entry, term: string): boolean {
  const words = fold(term).split(/\s+/);
  const text = fold(`${title}\n${subtitle}\n${keywords}`);
  return words.every((word) => text.includes(word));
}

function useAllResults() {
  const { t } = useTranslation('palette');
  const { pages } = useNavigation();
  return (list: string, term: string): Entry[] => {
    const page = pages.find(({ nav }) => nav?.icon === list);
    if (!page) return [];
    const to = withSearch(page.to, { searchTerm: term });
    return [{ key: `all ${list}`, title: t('all', { term }), to, icon: Search }];
  };
}

/**
 * Palette entries: recent ones and pages without a term, otherwise matches. Until the server has searched for `term`,
 * its results for `searched` are filtered here.
 */
export function useEntries(entities: Entities, area: Area, term: string, searched: string) {
  const { t } = useTranslation('palette');
  const { places, account, forms } = usePages();
  const actions = [...forms, ...useActions()];
  const allResults = useAllResults();
  const recent = useRecent(entities, area, [...places, ...account.entries, ...forms]);
  const records = useRecords(entities, area, searched);
  const organizationEntries = useOrganizationEntries(area, searched);
  const searching = term !== searched || records.fetching || organizationEntries.fetching;
  const matching = (entries: Entry[]) => entries.filter((entry) => matches(entry, term));
  const others = (entries: Entry[]) => entries.filter((entry) => !recent.includes(entry));

  const groups: EntryGroup[] = term
    ? [
        { label: t('pages'), entries: matching(places) },
        { ...account, entries: matching(account.entries) },
        { label: t('actions'), entries: matching([...organizationEntries.creation, ...actions]) },
        // The viewer's organizations are all loaded, so the server doesn't search them.
        {
          label: organizationEntries.label,
          entries: matching(organizationEntries.entries).slice(0, resultsPerEntity),
        },
        ...records.groups.map(({ list, label, entries }) => {
          const found = searching ? matching(entries) : entries;
          return { label, entries: found.length ? [...found, ...allResults(list, term)] : [] };
        }),
      ]
    : [
        { label: t('recent'), entries: recent },
        {
          label: organizationEntries.label,
          entries: organizationEntries.entries.slice(0, resultsPerEntity),
        },
        { label: t('pages'), entries: others(places) },
        { ...account, entries: others(account.entries) },
        { label: t('actions'), entries: [...organizationEntries.creation, ...actions] },
      ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), searching };
}
