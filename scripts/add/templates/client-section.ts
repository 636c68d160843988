import { capitalized, withArticle } from '#scripts/add/names.ts';
import { dropped, each, isText, type RelationField, type Spec } from '#scripts/add/spec.ts';
import { pathCall } from './client-entity.ts';
import { listIn } from './prisma.ts';

/** The list on the page of a related record, and its query: `CustomerTickets`. */
const listName = (spec: Spec, field: RelationField) =>
  `${field.target.type}${capitalized(listIn(spec, field))}`;

/** Below a title: what state a record is in, or the first of its other texts. */
const subtitle = ({ fields, naming }: Spec) =>
  fields.find(({ type, optional }) => type === 'enum' && !optional) ??
  fields.find((field) => field !== naming && isText(field));

/** Whether both records must belong to the same user. */
const isOfOneUser = ({ owner }: Spec, { target }: RelationField) =>
  owner?.isChosen === false && owner.ownerInCommon(target) !== undefined;

/** In client/features/<entity>/<entity>.graphql. */
export const sectionQueries = (spec: Spec): string =>
  each(
    spec.relations,
    (field) => `
query ${listName(spec, field)}($id: ID!) {
  ${field.target.names.camel}(id: $id) {
    id
    ${isOfOneUser(spec, field) ? 'owner { id }' : dropped}
    ${listIn(spec, field)}(first: 5) {
      nodes {
        ...${spec.pascal}Entry
        ${spec.title.beginningOf ?? dropped}
        ${subtitle(spec)?.name ?? dropped}
        createdAt
      }
      totalCount
    }
  }
}`,
  );

function subtitleProp(spec: Spec): string {
  const field = subtitle(spec);
  if (!field) return dropped;
  const { name, type, optional } = field;
  const text = type === 'enum' ? `t(\`option.${name}.\${${name}}\`)` : name;
  const orNone = optional && ['url', 'email'].includes(type) ? ` ?? ''` : '';
  return `subtitle={({ ${name} }) => ${text}${orNone}}`;
}

function list(spec: Spec, field: RelationField, isOnlyOne: boolean): string {
  const { pascal, kebab, plural, owner, isInApp } = spec;
  const { camel, words } = field.target.names;
  const title = isOnlyOne
    ? dropped
    : `title={t('common:labelled', { label: t('list.title'), value: t('field.${field.name}') })}`;
  const whole = spec.title.beginningOf;
  const text = whole ? `text={({ ${whole} }) => ${whole}}` : dropped;
  const props = [text, subtitleProp(spec), title].join('\n');
  const inArea = isInApp && !owner ? ` && area === 'manager'` : '';
  const ofOwner = isOfOneUser(spec, field) ? 'isOwn && ' : '';
  return `
/** The newest ${plural.words} of ${withArticle(words)}${isOnlyOne ? '' : ` as ${field.name}`}. */
export ${isOnlyOne ? 'default ' : ''}function ${listName(spec, field)}({ id }: { id: string }) {
  ${props.includes('t(') ? `const { t } = useTranslation(${isOnlyOne ? `'${kebab}'` : `['${kebab}', 'common']`});` : dropped}
  ${owner || inArea ? 'const area = areaOf(useLocation().pathname);' : dropped}
  const canCreate = use${owner?.pages?.can ?? 'Can'}('${kebab}:create')${inArea};
  const query = useQuery({ query: ${listName(spec, field)}Document, variables: { id } });
  ${ofOwner ? `const isOwn = query[0].data?.${camel}?.owner?.id === useViewer().user.id;` : dropped}
  return (
    <ChildList
      type="${pascal}"
      namespace="${kebab}"
      query={query}
      pick={(data) => data.${camel}?.${listIn(spec, field)}}
      ${props}
      allTo={withSearch(${pathCall(spec, 'list')}, { ${field.name}: id })}
      newTo={${ofOwner}canCreate && withSearch(${pathCall(spec, 'create')}, { ${field.name}: id })}
    />
  );
}
`;
}

/** client/features/<entity>/<other entity>-section.tsx, by the name of the other entity. */
export function sectionFiles(spec: Spec): [parent: string, text: string][] {
  const byParent = Map.groupBy(spec.relations, ({ target }) => target);
  return [...byParent].map(([{ type, names }, fields]) => {
    const lists = each(fields, (field) => list(spec, field, fields.length === 1));
    const all = `
export default function ${type}Section({ id }: { id: string }) {
  return (
    <>
      ${each(fields, (field) => `<${listName(spec, field)} id={id} />`)}
    </>
  );
}
`;
    return [names.kebab, fields.length === 1 ? lists : `${lists}${all}`];
  });
}
