import { useLocation } from 'react-router';
import { entities } from '#client/generated/entities.ts';
import type { Entity } from '#client/lib/entity.ts';
import { areaOf } from '#client/paths.ts';
import { Link } from '#client/ui/base/link.tsx';

type RecordLinkProps = {
  type: (typeof entities)[number]['type'];
  /** The related record, with the fields of its palette entry. */
  record: { id: string };
};

/** Links to a record of another entity, titled as in the command palette. */
export function RecordLink({ type, record }: RecordLinkProps) {
  const area = areaOf(useLocation().pathname);
  const entity: Entity | undefined = entities.find((each) => each.type === type);
  if (!entity) throw new Error(`There is no entity ${type}.`);
  const { title, to } = entity.entry(record, area);
  return (
    <Link
      to={to}
      title={title}
      className="text-text wrap-anywhere hover:underline @2xl:block @2xl:truncate"
    >
      <bdi>{title}</bdi>
    </Link>
  );
}
