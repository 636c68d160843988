import { dropped, each, has, type Spec } from '#scripts/add/spec.ts';

/** client/features/<entity>/<entity>-form-page.tsx */
export function formPageFile(spec: Spec): string {
  const { names, title, isInApp, owner } = spec;
  const { pascal, camel, kebab } = names;
  const paths = `${camel}Paths`;
  const owned = owner !== undefined;
  const areaName = owned ? 'area' : `'manager'`;
  const area = isInApp ? `${areaName}, ` : '';
  const list = `${paths}.list(${isInApp ? areaName : ''})`;
  const useArea = owned ? 'const area = areaOf(useLocation().pathname);' : dropped;
  return `export const preload: PreloadData = ({ params: { id } }) => {
  if (id) preloadQuery(${pascal}ToUpdateDocument, { id });
};
${inputOf(spec)}
/** The form of a new ${names.words}, or of the one in the URL. */
export default function ${pascal}FormPage() {
  const { id } = useParams();
  return id === undefined ? <New${pascal} /> : <${pascal}ToUpdate id={id} />;
}

function New${pascal}() {
  const { t } = useTranslation('${kebab}');
  const navigate = useNavigate();
  ${useArea}
  const [, create${pascal}] = useMutation(Create${pascal}Document);
  ${owner?.pages?.guard(spec) ?? dropped}
  const list = ${list};

  async function submit(values: ${pascal}Values, form: FormHandle) {
    const result = await create${pascal}({ input: ${newInput(spec)} });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    void toast('success', t('new.done'));
    const id = result.data?.create${pascal}?.${camel}?.id;
    await navigate(id ? ${paths}.detail(${area}id) : list, { replace: true });
  }

  return (
    <FormPage parent={{ to: list, label: t('list.title') }} title={t('new.title')}>
      <${pascal}Form submitLabel={t('new.submit')} cancelTo={list} onSubmit={submit} />
    </FormPage>
  );
}

function ${pascal}ToUpdate({ id }: { id: string }) {
  const query = useQuery({ query: ${pascal}ToUpdateDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.${camel}}>
      {(${camel}) => <Update${pascal} key={${camel}.id} ${camel}={${camel}} />}
    </EntityBoundary>
  );
}

function Update${pascal}({ ${camel} }: { ${camel}: ${pascal}FormFragment }) {
  const { t } = useTranslation('${kebab}');
  const navigate = useNavigate();
  ${useArea}
  const [, update${pascal}] = useMutation(Update${pascal}Document);
  const { id, ${title.name} } = ${camel};
  const detail = ${paths}.detail(${area}id);
  usePageTitle(t('update.title', { name: ${title.name} }));
  if (!${camel}.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function submit(values: ${pascal}Values, form: FormHandle) {
    const result = await update${pascal}({ input: { id, ...${asInput(spec, 'values')}, ...form.version() } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    form.saved();
    void toast('success', t('update.done'));
    await navigate(detail, { replace: true });
  }

  return (
    <FormPage parent={{ to: detail, label: ${title.name}, parent: { to: ${list}, label: t('list.title') } }} title={t('update.title', { name: ${title.name} })}>
      <${pascal}Form ${camel}={${camel}} submitLabel={t('update.submit')} cancelTo={detail} onSubmit={submit} />
    </FormPage>
  );
}
`;
}

const asInput = (spec: Spec, values: string) => (has(spec, 'enum') ? `inputOf(${values})` : values);

/** Values of a new record, with the owner if the form asks for one. */
function newInput(spec: Spec): string {
  const values = asInput(spec, 'values');
  if (!spec.owner?.isChosen) return values;
  const column = spec.owner.field.column;
  return `{ ...${values}, ${column}: values.${column} ?? '' }`;
}

/** Forms have values of enums in lower case, as the rules do. */
function inputOf(spec: Spec): string {
  const enums = spec.fields.filter(({ type }) => type === 'enum');
  if (enums.length === 0) return '';
  const names = enums.map(({ name }) => name).join(', ');
  return `/** Spells values of enums as the API does. */
const inputOf = ({ ${names}, ...values }: ${spec.names.pascal}Values) => ({
  ...values,
${each(enums, ({ name, optional }) =>
  optional
    ? `${name}: ${name} && (${name}.toUpperCase() as Uppercase<NonNullable<typeof ${name}>>),`
    : `${name}: ${name}.toUpperCase() as Uppercase<typeof ${name}>,`,
)}
});
`;
}
