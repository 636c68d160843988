import i18next from 'i18next';
import { formatList, formatNumber } from '#client/i18n/format.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import type { Namespace, TextKey } from '#client/i18n/text-key.ts';

type Dependents = readonly { type: string; count: number }[] | null | undefined;

/** Appends to a confirmation what else is deleted, with numbers. */
export async function withDependents(body: string, dependents: Dependents): Promise<string> {
  if (!dependents?.length) return body;
  const parts = dependents.map(({ type, count }) => ({
    namespace: type.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase() as Namespace,
    values: { count, total: formatNumber(count) },
  }));
  await loadNamespaces(parts.map(({ namespace }) => namespace));
  const list = parts.map(({ namespace, values }) =>
    i18next.t(`${namespace}:list.total` as TextKey, values),
  );
  return `${body} ${i18next.t('confirm.dependents', { list: formatList(list) })}`;
}
