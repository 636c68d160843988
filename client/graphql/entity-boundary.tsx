import type { ReactNode } from 'react';
import type { UseQueryResponse } from 'urql';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';
import { DetailSkeleton } from '#client/ui/page/page.tsx';
import { apiErrorOf } from './errors.ts';

type EntityBoundaryProps<Data, Entity> = {
  query: readonly [
    Pick<UseQueryResponse<Data>[0], 'data' | 'error' | 'fetching'>,
    UseQueryResponse[1],
  ];
  pick: (data: Data) => Entity | null | undefined;
  children: (entity: Entity) => ReactNode;
};

export function EntityBoundary<Data, Entity>({
  query,
  pick,
  children,
}: EntityBoundaryProps<Data, Entity>) {
  const [{ data, error, fetching }, execute] = query;
  const entity = data && pick(data);
  if (entity) return children(entity);
  if (fetching) return <DetailSkeleton />;
  const failure = error && apiErrorOf(error);
  if (!failure || failure.code === 'NOT_FOUND') return <NotFound />;
  return (
    <LoadFailed failure={failure} onRetry={() => execute({ requestPolicy: 'network-only' })} />
  );
}
