import { ScrollText, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { hasLoadedPermission } from '#client/features/session/session.ts';
import { useListExport } from '#client/features/session/use-list-export.ts';
import { displayName } from '#client/features/user/entity.ts';
import { auditKinds } from '#client/generated/audit-kinds.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { RelationFilter } from '#client/graphql/relation-field.tsx';
import type { AuditEventKind } from '#client/graphql/schema.generated.ts';
import { preloadList, useList } from '#client/graphql/use-list.ts';
import { readChoice } from '#client/lib/address/search-params.ts';
import { useReplaceParam, useSearch } from '#client/lib/address/use-search.ts';
import { cx } from '#client/lib/class-names.ts';
import { exportUrl } from '#client/lib/download.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { DaysFilter, dayParams, periodOf, readDays } from '#client/ui/list/days-filter.tsx';
import {
  ClearFilters,
  FilterMenu,
  filterClass,
  NoMatch,
  readId,
} from '#client/ui/list/filter-menu.tsx';
import { ListHeader } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { isOrganizationEvent } from '#shared/organization-audit-kinds.ts';
import {
  AuditLogDocument,
  AuditLogPersonDocument,
  type AuditLogRowFragment,
} from './audit-log.generated.ts';
import { AuditLogRow, useAuditLogColumns } from './audit-log-row.tsx';
import { aboutOther, doneBy } from './event-names.tsx';

function shownKinds(): readonly AuditEventKind[] {
  const hidesOrganizations = !hasLoadedPermission('organization:list');
  return auditKinds.filter((kind) => !(hidesOrganizations && isOrganizationEvent(kind)));
}

function readAuditLog(search: URLSearchParams) {
  return {
    kind: readChoice(search, 'kind', shownKinds()),
    actor: readId(search, 'actor'),
    subject: readId(search, 'subject'),
    days: readDays(search),
  };
}

type AuditLogFilter = ReturnType<typeof readAuditLog>;

const filterParams = ['kind', 'actor', 'subject', ...dayParams()];

const isFiltered = ({ days, ...others }: AuditLogFilter) =>
  [...Object.values(days), ...Object.values(others)].some(Boolean);

function apiFilter({ kind, actor: actorId, subject: subjectId, days }: AuditLogFilter) {
  return { kinds: kind && [kind], actorId, subjectId, createdAt: periodOf(days) };
}

const exportUrlOf = (filter: AuditLogFilter, ending: 'csv' | 'ndjson') =>
  exportUrl(`audit-log.${ending}`, { filter: apiFilter(filter) });

const conditionsOf = (filter: AuditLogFilter) => ({
  filter: apiFilter(filter),
  // Its page is hidden while organizations are disabled.
  withOrganization: hasLoadedPermission('organization:list'),
});

export const preload: PreloadData = ({ search }) =>
  preloadList(AuditLogDocument, conditionsOf(readAuditLog(search)));

export default function AuditLogPage() {
  const { t } = useTranslation('audit');
  const filter = readAuditLog(useSearch());
  const list = useList(AuditLogDocument, conditionsOf(filter), (data) => data.auditEvents);
  const columns = useAuditLogColumns();
  const openExportUrl = useListExport();
  const { nodes } = list.connection ?? {};
  const example = nodes && (nodes[0] ?? null);
  return (
    <>
      <ListHeader
        title={t('list.title')}
        total={list.connection?.totalCountUpTo}
        totalText={(values) => t('list.total', values)}
      />
      <div className="mb-4 flex items-start justify-between gap-2">
        <AuditLogFilters filter={filter} example={example} />
        <ListMenu
          list="audit-log"
          columns={columns.all}
          exportUrl={exportUrlOf(filter, 'csv')}
          ndjsonUrl={exportUrlOf(filter, 'ndjson')}
          openExportUrl={openExportUrl}
        />
      </div>
      <PagedList
        label={t('list.title')}
        nameLabel={t('filter.kind')}
        list={list}
        lead="square"
        columns={columns.shown}
        row={(event) => <AuditLogRow key={event.id} event={event} columns={columns.shown} />}
        empty={<EmptyLog filter={filter} />}
      />
    </>
  );
}

function EmptyLog({ filter }: { filter: AuditLogFilter }) {
  const { t } = useTranslation('audit');
  if (isFiltered(filter)) return <NoMatch params={filterParams} />;
  return <EmptyState icon={ScrollText} title={t('empty.title')} body={t('empty.body')} />;
}

type AuditLogFiltersProps = {
  filter: AuditLogFilter;
  example: AuditLogRowFragment | null | undefined;
};

function useFilterName(
  id: string | null,
  example: AuditLogFiltersProps['example'],
  nameIn: (event: AuditLogRowFragment) => string | null,
): string {
  const pause = example !== null || !id?.startsWith('usr_');
  const [{ data, fetching }] = useQuery({
    query: AuditLogPersonDocument,
    variables: { id: id ?? '' },
    pause,
  });
  if (example === undefined || fetching) return '…';
  const name = example && nameIn(example);
  return name || (data?.user ? displayName(data.user) : (id ?? ''));
}

/** The first word of a kind, if at least three kinds have it. */
function familyOf(kind = '', kinds: readonly string[]): string {
  const word = kind.split('_', 1)[0]?.replace(/S$/, '') ?? '';
  return kinds.filter((each) => each.startsWith(word)).length >= 3 ? word : '';
}

const isOrganizationId = (id: string | null) => id?.startsWith('org_');

function AuditLogFilters({ filter, example }: AuditLogFiltersProps) {
  const { t } = useTranslation('audit');
  const kinds = shownKinds();
  const { kind, actor, subject, days } = filter;
  const actorName = useFilterName(actor, example, (event) => doneBy(event).name);
  const subjectName = useFilterName(subject, example, (event) =>
    isOrganizationId(subject)
      ? (event.organizationName ?? null)
      : (aboutOther(event) ?? doneBy(event).name),
  );
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <FilterMenu
        param="kind"
        label={t('filter.kind')}
        any={t('filter.anyKind')}
        value={kind}
        options={kinds.map((value, index) => ({
          value,
          label: t(`kind.${value}`),
          startsGroup: familyOf(value, kinds) !== familyOf(kinds[index - 1], kinds),
        }))}
      />
      <DaysFilter label={t('field.when')} max={new Date()} value={days} />
      {actor ? (
        <Chip param="actor" text={t('filter.by', { name: actorName })} />
      ) : (
        <RelationFilter type="User" param="actor" label={t('field.actor')} value={null} />
      )}
      {subject && <Chip param="subject" text={t('filter.about', { name: subjectName })} />}
      <ClearFilters params={filterParams} />
    </div>
  );
}

function Chip({ param, text }: { param: string; text: string }) {
  const { t } = useTranslation('audit');
  const replaceParam = useReplaceParam(param);
  return (
    <button
      type="button"
      aria-label={t('filter.remove', { filter: text })}
      className={cx(filterClass(true), 'max-w-full shrink! py-1')}
      onClick={() => replaceParam('')}
    >
      <span className="line-clamp-2 max-w-60 text-start whitespace-normal">{text}</span>
      <X className="size-4 shrink-0" />
    </button>
  );
}
