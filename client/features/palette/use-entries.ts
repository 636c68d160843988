import { FileText, FolderGit2, type LucideIcon, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import { useCan, useViewer } from '#client/features/session/use-session.ts';
import { useText } from '#client/i18n/text-key.ts';
import { type Area, paths } from '#client/paths.ts';
import {
  type PalettePersonFragment,
  type PaletteRepositoryFragment,
  usePaletteRecentQuery,
  usePaletteSearchQuery,
} from './palette.generated.ts';
import { readRecent } from './recent.ts';

/** One thing to go to. */
export type Entry = {
  /** A record's id, or a page's address. */
  key: string;
  title: string;
  subtitle?: string;
  to: string;
  icon: LucideIcon;
};

export type EntryGroup = { label: string; entries: Entry[] };

/** Found per kind and search. */
const found = 5;

function usePages(): Entry[] {
  const text = useText();
  const { pages, otherAreas } = useNavigation();
  return [...pages, ...otherAreas].map(({ to, label }) => {
    return { key: to, title: text(label), to, icon: FileText };
  });
}

function repositoryEntry(area: Area, { id, name, link }: PaletteRepositoryFragment): Entry {
  const subtitle = link.replace(/^https?:\/\//, '');
  return { key: id, title: name, subtitle, to: paths.repository(area, id), icon: FolderGit2 };
}

function personEntry({ id, name, email }: PalettePersonFragment): Entry {
  const subtitle = name ? { subtitle: email } : {};
  return { key: id, title: name || email, ...subtitle, to: paths.user(id), icon: UserRound };
}

/** What was gone to last and is still there, under its name of today. */
function useRecent(area: Area, all: Entry[]): Entry[] {
  const { user } = useViewer();
  const [keys] = useState(() => readRecent(user.id));
  const ids = keys.filter((key) => !key.startsWith('/'));
  const [{ data }] = usePaletteRecentQuery({ variables: { ids }, pause: ids.length === 0 });
  const records = (data?.nodes ?? []).flatMap((node) => {
    if (node?.__typename === 'Repository') return repositoryEntry(area, node);
    return node?.__typename === 'User' ? personEntry(node) : [];
  });
  return keys.flatMap((key) => [...all, ...records].find((entry) => entry.key === key) ?? []);
}

function matches({ title, subtitle = '' }: Entry, term: string): boolean {
  return `${title}\n${subtitle}`.toLocaleLowerCase().includes(term.toLocaleLowerCase());
}

/**
 * What there is to go to: without a term the last ones and the pages, with one whatever matches.
 * `searched` is the term that the server was asked for; until it has caught up with `term`, only
 * those of its answers are shown that still match.
 */
export function useEntries(area: Area, term: string, searched: string) {
  const { t } = useTranslation('palette');
  const withPeople = useCan('user:list');
  const all = usePages();
  const recent = useRecent(area, all);
  const [{ data, fetching }] = usePaletteSearchQuery({
    variables: { searchTerm: searched, first: found, withPeople },
    pause: searched === '',
  });
  const searching = term !== searched || (searched !== '' && fetching);
  const current = (entries: Entry[]) =>
    searching ? entries.filter((entry) => matches(entry, term)) : entries;

  const groups: EntryGroup[] = term
    ? [
        { label: t('pages'), entries: all.filter((entry) => matches(entry, term)) },
        {
          label: t('repositories'),
          entries: current(
            (data?.repositories?.nodes ?? []).map((it) => repositoryEntry(area, it)),
          ),
        },
        { label: t('people'), entries: current((data?.users?.nodes ?? []).map(personEntry)) },
      ]
    : [
        { label: t('recent'), entries: recent },
        { label: t('pages'), entries: all.filter((page) => !recent.includes(page)) },
      ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), searching };
}
