import { dropped, each, type Field, isForManagers, type Spec } from '#scripts/add/spec.ts';
import { pathCall } from './client-entity.ts';
import { facts, presence, shownValue, showsName, showsOf } from './client-value.ts';

const notShown = `<span className="text-text-muted">{t('value.none')}</span>`;

function fact(spec: Spec, field: Field): string {
  const value = shownValue(field);
  const test = presence(field);
  const shown = test ? `${test} ? (${value}) : (${notShown})` : value;
  const child = shown.startsWith('<') ? shown : `{${shown}}`;
  const jsx = `<Fact label={t('field.${field.name}')}>${child}</Fact>`;
  return isForManagers(spec, field) ? `{${showsName(field)} && ${jsx}}` : jsx;
}

const paragraph = (text: string) =>
  `<p dir="auto" className="max-w-[72ch] text-match-parent whitespace-pre-line"><LinkedText text={${text}} /></p>`;

/** Long texts: below the title if there is one, and with headings if there are several. */
function longTexts({ camel, fields }: Spec): { subtitle: string; sections: string } {
  const texts = fields.filter(({ type }) => type === 'longtext');
  const shown = ({ name, optional }: Field, jsx: string) =>
    optional ? `${camel}.${name} && (${jsx})` : jsx;
  const [first, ...others] = texts;
  if (!first) return { subtitle: dropped, sections: dropped };
  if (others.length === 0) {
    const text = shown(first, paragraph(`${camel}.${first.name}`));
    return { subtitle: `subtitle={${text}}`, sections: dropped };
  }
  const body = each(texts, (field) => {
    const text = paragraph(`${camel}.${field.name}`);
    const jsx = shown(field, `<Section title={t('field.${field.name}')}>${text}</Section>`);
    return field.optional ? `{${jsx}}` : jsx;
  });
  const sections = `<div className="mb-8 grid gap-8 *:mt-0 empty:hidden">\n${body}\n</div>`;
  return { subtitle: dropped, sections };
}

/** client/features/<entity>/<entity>-page.tsx */
export function detailFile(spec: Spec): string {
  const { pascal, camel, kebab, title, isInApp } = spec;
  const own = facts(spec);
  const { subtitle, sections } = longTexts(spec);
  const canEdit = isInApp && !spec.owner ? `area === 'manager' && ` : '';
  return `export const preload: PreloadData = ({ params: { id = '' } }) => preloadQuery(${pascal}Document, { id });

export default function ${pascal}Page() {
  const { id = '' } = useParams();
  const query = useQuery({ query: ${pascal}Document, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.${camel}}>
      {(${camel}) => <${pascal}Detail ${camel}={${camel}} />}
    </EntityBoundary>
  );
}

function ${pascal}Detail({ ${camel} }: { ${camel}: ${pascal}DetailFragment }) {
  const { t } = useTranslation('${kebab}');
  const navigate = useNavigate();
  ${isInApp ? 'const area = areaOf(useLocation().pathname);' : dropped}
  const delete${pascal} = useDelete${pascal}();
  const { id, ${title.name} } = ${camel};
  const list = ${pathCall(spec, 'list')};
  usePageTitle(${title.name});
  useRememberOpened(id);

  async function remove() {
    if (await delete${pascal}(${camel})) await navigate(list);
  }

  return (
    <>
      <Breadcrumb parent={{ to: listAddress(list), label: t('list.title') }} />
      <PageHeader
        title={${title.name}}
        ${subtitle}
        actions={
          ${canEdit}${camel}.viewerCanUpdate && (
            <EditLink to={${pathCall(spec, 'update', 'id')}} label={t('action.edit')} />
          )
        }
      />
      ${sections}
      <${pascal}Facts ${camel}={${camel}} />
      <RecordSections of="${kebab}" id={id} />
      {${canEdit}${camel}.viewerCanDelete && (
        <DangerZone title={t('delete.title')} body={t('delete.hint')} onDelete={remove} />
      )}
    </>
  );
}

function ${pascal}Facts({ ${camel} }: { ${camel}: ${pascal}DetailFragment }) {
  const { t } = useTranslation('${kebab}');
${each(own, (field) => (isForManagers(spec, field) ? showsOf(field) : ''))}
  const { ${['id', ...own.map(({ name }) => name), 'createdAt', 'updatedAt'].join(', ')} } = ${camel};
  return (
    <DescriptionList isWide>
${each(own, (field) => fact(spec, field))}
      <TimeFact label={t('field.updatedAt')} value={updatedAt} />
      <TimeFact label={t('field.createdAt')} value={createdAt} />
      <IdFact id={id} label={t('field.id')} copyLabel={t('action.copyId')} />
    </DescriptionList>
  );
}
`;
}
