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

/** client/features/<entity>/<entity>-page.tsx */
export function detailFile(spec: Spec): string {
  const { names, title, fields, isInApp } = spec;
  const { pascal, camel, kebab } = names;
  const own = facts(spec);
  const texts = fields.filter(({ type }) => type === 'longtext');
  const factList = `<${pascal}Facts ${camel}={${camel}} />`;
  const body = texts.length
    ? `<DetailColumns facts={${factList}}>
${each(
  texts,
  ({ name, optional }) => `<Section title={t('field.${name}')}>
  ${optional ? `{${camel}.${name} ? (` : ''}<p dir="auto" className="max-w-[72ch] text-match-parent whitespace-pre-line"><LinkedText text={${camel}.${name}} /></p>${optional ? `) : (<p className="text-sm text-text-muted">{t('value.none')}</p>)}` : ''}
</Section>`,
)}
</DetailColumns>`
    : `<div className="max-w-form">${factList}</div>`;
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
      <Breadcrumb parent={{ to: listAddress(list), label: t('list.title') }} current={${title.name}} />
      <PageHeader
        title={${title.name}}
        actions={
          ${canEdit}${camel}.viewerCanUpdate && (
            <EditLink to={${pathCall(spec, 'update', 'id')}} label={t('action.edit')} />
          )
        }
      />
      ${body}
      <RecordSections of="${kebab}" id={id} />
      {${canEdit}${camel}.viewerCanDelete && (
        <DangerZone title={t('delete.title')} body={t('delete.hint')}>
          <Button look="danger" onClick={remove}>
            {t('delete.action')}
          </Button>
        </DangerZone>
      )}
    </>
  );
}

function ${pascal}Facts({ ${camel} }: { ${camel}: ${pascal}DetailFragment }) {
  const { t } = useTranslation('${kebab}');
${each(own, (field) => (isForManagers(spec, field) ? showsOf(field) : ''))}
  const { ${['id', ...own.map(({ name }) => name), 'createdAt', 'updatedAt'].join(', ')} } = ${camel};
  return (
    <DescriptionList>
${each(own, (field) => fact(spec, field))}
      <TimeFact label={t('field.updatedAt')} value={updatedAt} />
      <TimeFact label={t('field.createdAt')} value={createdAt} />
      <IdFact id={id} label={t('field.id')} copyLabel={t('action.copyId')} />
    </DescriptionList>
  );
}
`;
}
