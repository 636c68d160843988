import type { ReactNode } from 'react';
import type { UseQueryResponse } from 'urql';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { DetailSkeleton } from '#client/ui/page/page.tsx';
import { apiErrorOf } from './errors.ts';

export type Query<Data> = readonly [
  Pick<UseQueryResponse<Data>[0], 'data' | 'error' | 'fetching'>,
  UseQueryResponse[1],
];

type EntityBoundaryProps<Data, Entity> = {
  query: Query<Data>;
  pick: (data: Data) => Entity | null | undefined;
  children: (entity: Entity) => ReactNode;
};

export function EntityBoundary<Data, Entity>({
  query,
  pick,
  children,
}: EntityBoundaryProps<Data, Entity>) {
  const [{ data, error, fetching }] = query;
  const entity = data && pick(data);
  if (entity) return children(entity);
  if (fetching) return <DetailSkeleton />;
  if (!error || apiErrorOf(error).code === 'NOT_FOUND') return <NotFound />;
  return <QueryFailed query={query} />;
}

/** In place of what a query would show: why it failed, and a button to try again. */
export function QueryFailed<Data>({
  query: [{ error, fetching }, execute],
}: {
  query: Query<Data>;
}) {
  if (!error) return null;
  return (
    <LoadFailed
      failure={apiErrorOf(error)}
      onRetry={() => execute({ requestPolicy: 'network-only' })}
      pending={fetching}
    />
  );
}
