import { Plus } from 'lucide-react';
import { useLocation } from 'react-router';
import { useText } from '#client/i18n/texts.ts';
import { areaOf } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { MoreLink, RecentList } from '#client/ui/list/recent-list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import type { Query } from './entity-boundary.tsx';
import { apiErrorOf } from './errors.ts';
import { type EntityType, entityOf } from './record-link.tsx';
import type { ListNamespace } from './record-list.tsx';

type Child = { id: string; createdAt: string };

type ChildListProps<Data, Node extends Child> = {
  type: EntityType;
  namespace: ListNamespace;
  /** By default the title of the entity's list. */
  title?: string;
  query: Query<Data>;
  /** Nodes have the fields of the entity's entry. */
  pick: (data: Data) => { nodes: readonly Node[]; totalCount: number } | null | undefined;
  subtitle?: (node: Node) => string;
  /** Shown in full instead of the title, such as a comment. */
  text?: (node: Node) => string;
  /** The list of all of them. */
  allTo: string;
  /** The form of a new record, for viewers who may create one. */
  newTo: string | false | undefined;
};

/** The newest records that belong to another one, on its page. */
export function ChildList<Data, Node extends Child>(props: ChildListProps<Data, Node>) {
  const { type, namespace, query, pick, subtitle, allTo, newTo } = props;
  const [{ data, error }, execute] = query;
  const text = useText();
  const area = areaOf(useLocation().pathname);
  const { icon, entry } = entityOf(type);
  const list = data && pick(data);
  const title = props.title ?? text(`${namespace}:list.title`);
  if (data && !list) return null;
  return (
    <Section
      title={title}
      {...(list && { count: list.totalCount })}
      action={
        newTo && (
          <Link to={newTo} className={buttonClass()}>
            <Plus />
            {text(`${namespace}:new.action`)}
          </Link>
        )
      }
    >
      <RecentList
        label={title}
        icon={icon}
        items={list?.nodes.map((node) => {
          const shown = entry(node, area);
          return {
            id: node.id,
            title: shown.title,
            subtitle: subtitle?.(node) ?? shown.subtitle ?? '',
            wholeText: props.text?.(node),
            at: node.createdAt,
            to: shown.to,
          };
        })}
        failure={error && apiErrorOf(error)}
        onRetry={() => execute({ requestPolicy: 'network-only' })}
        emptyText={text(`${namespace}:empty.title`)}
      />
      {list && list.totalCount > list.nodes.length && (
        <MoreLink to={allTo} label={text('common:list.all')} />
      )}
    </Section>
  );
}
