import { ListFilter, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListExport } from '#client/features/session/use-list-export.ts';
import { unmask } from '#client/graphql/fragments.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useReplaceParams, useSearch } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/preload.ts';
import { Button } from '#client/ui/base/button.tsx';
import { ListHeader } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { useAuditLogColumns } from './audit-log-columns.tsx';
import { AuditLogFilters } from './audit-log-filters.tsx';
import {
  type AuditLogFilter,
  exportUrl,
  isFiltered,
  noFilter,
  readAuditLog,
} from './audit-log-list.ts';
import { AuditLogRow } from './audit-log-row.tsx';
import { preloadAuditLog, useAuditLogPage } from './use-audit-log-page.ts';

export const preload: PreloadData = ({ search }) => preloadAuditLog(readAuditLog(search));

export default function AuditLogPage() {
  const { t } = useTranslation('audit');
  const filter = readAuditLog(useSearch());
  const first = useAuditLogPage(filter, null);
  const columns = useAuditLogColumns();
  const openExportUrl = useListExport();
  const { nodes } = first.connection ?? {};
  const example = nodes && (nodes[0] ? unmask(nodes[0]) : null);
  return (
    <>
      <ListHeader
        title={t('list.title')}
        total={first.connection?.totalCountUpTo}
        totalText={(values) => t('list.total', values)}
      />
      <div className="mb-4 flex items-start justify-between gap-2">
        <AuditLogFilters filter={filter} example={example} />
        <ListMenu
          list="audit-log"
          columns={columns.all}
          exportUrl={exportUrl(filter, 'csv')}
          ndjsonUrl={exportUrl(filter, 'ndjson')}
          openExportUrl={openExportUrl}
        />
      </div>
      <PagedList
        label={t('list.title')}
        first={first}
        filter={filter}
        usePage={useAuditLogPage}
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
  const replaceParams = useReplaceParams();
  if (!isFiltered(filter)) {
    return <EmptyState icon={ScrollText} title={t('empty.title')} body={t('empty.body')} />;
  }
  return (
    <EmptyState icon={ListFilter} title={t('filter.nothing')} body={t('filter.nothingHint')}>
      <Button onClick={() => void replaceParams(noFilter)}>{t('filter.clear')}</Button>
    </EmptyState>
  );
}
