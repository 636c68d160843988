import { useLocation } from 'react-router';
import { entities } from '#client/generated/entities.ts';
import type { Entity } from '#client/lib/entity.ts';
import { areaOf } from '#client/paths.ts';
import { Link } from '#client/ui/base/link.tsx';

export type EntityType = (typeof entities)[number]['type'];

export function entityOf(type: EntityType): Entity {
  const entity = entities.find((each) => each.type === type);
  if (!entity) throw new Error(`There is no entity ${type}.`);
  return entity;
}

type RecordLinkProps = {
  type: EntityType;
  /** The related record, with the fields of its entity's entry. */
  record: { id: string };
};

/** Links to a record of another entity, titled by its entity's entry. */
export function RecordLink({ type, record }: RecordLinkProps) {
  const area = areaOf(useLocation().pathname);
  const { title, to } = entityOf(type).entry(record, area);
  return (
    <Link
      to={to}
      title={title}
      className="text-text wrap-anywhere hover:underline in-data-cell:block in-data-cell:truncate"
    >
      <bdi>{title}</bdi>
    </Link>
  );
}
