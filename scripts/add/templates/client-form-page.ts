import { dropped, each, has, type Spec } from '#scripts/add/spec.ts';

/** client/features/<entity>/<entity>-form-page.tsx */
export function formPageFile(spec: Spec): string {
  const { pascal, camel, kebab, words, title, isInApp, owner } = spec;
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
/** The form of a new ${words}, or of the one in the URL. */
export default function ${pascal}FormPage() {
  const { id } = useParams();
  const query = useQuery({ query: ${pascal}ToUpdateDocument, variables: { id: id ?? '' }, pause: !id });
  if (!id) return <Edit${pascal} />;
  return (
    <EntityBoundary query={query} pick={(data) => data.${camel}}>
      {(${camel}) => <Edit${pascal} key={${camel}.id} ${camel}={${camel}} />}
    </EntityBoundary>
  );
}

function Edit${pascal}({ ${camel} }: { ${camel}?: ${pascal}FormFragment }) {
  const { t } = useTranslation('${kebab}');
  const navigate = useNavigate();
  ${useArea}
  const [, create${pascal}] = useMutation(Create${pascal}Document);
  const [, update${pascal}] = useMutation(Update${pascal}Document);
  const list = { to: ${list}, label: t('list.title') };
  const former = ${camel} && { to: ${paths}.detail(${area}${camel}.id), label: ${camel}.${title.name} };
  const title = former ? t('update.title', { name: former.label }) : t('new.title');
  usePageTitle(former && title);
  ${owner?.pages?.guard(spec) ?? dropped}
  if (${camel} && !${camel}.viewerCanUpdate) throw new ApiError('FORBIDDEN');

  async function create(values: ${pascal}Values, form: FormHandle) {
    const data = await save(form, create${pascal}({ input: ${newInput(spec)} }), t('new.done'));
    const id = data?.create${pascal}?.${camel}?.id;
    if (data) await navigate(id ? ${paths}.detail(${area}id) : list.to, { replace: true });
  }

  async function update(id: string, values: ${pascal}Values, form: FormHandle) {
    const input = { id, ...${asInput(spec, 'values')}, ...form.version() };
    const data = await save(form, update${pascal}({ input }), t('update.done'));
    if (data) await navigate(${paths}.detail(${area}id), { replace: true });
  }

  return (
    <FormPage parent={former ?? list} title={title}>
      <${pascal}Form
        ${camel}={${camel}}
        submitLabel={t(${camel} ? 'update.submit' : 'new.submit')}
        cancelTo={(former ?? list).to}
        onSubmit={(values, form) => ${camel} ? update(${camel}.id, values, form) : create(values, form)}
      />
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
const inputOf = ({ ${names}, ...values }: ${spec.pascal}Values) => ({
  ...values,
${each(enums, ({ name, optional }) =>
  optional
    ? `${name}: ${name} && (${name}.toUpperCase() as Uppercase<NonNullable<typeof ${name}>>),`
    : `${name}: ${name}.toUpperCase() as Uppercase<typeof ${name}>,`,
)}
});
`;
}
