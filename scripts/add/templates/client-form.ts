import { dropped, each, type Field, type Spec } from '#scripts/add/spec.ts';

function formField({ camel }: Spec, field: Field): string {
  const { name, type, optional, target, values } = field;
  const stored = `${camel}?.${name}`;
  const common = `name="${field.column}" label={t('field.${name}')}`;
  const presence = optional ? 'optional' : 'required';
  const value = `defaultValue={${stored}${optional && ['url', 'email'].includes(type) ? " ?? ''" : ''}}`;
  switch (type) {
    case 'text':
      return `<TextField ${common} ${value} autoComplete="off" maxLength={limits.nameMax} ${presence} />`;
    case 'longtext':
      return `<TextAreaField ${common} ${value} dir="auto" ${presence} />`;
    case 'url':
      return `<TextField ${common} ${value} inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} dir="ltr" ${presence} />`;
    case 'email':
      return `<EmailField ${common} ${value} autoComplete="off" ${presence} />`;
    case 'number':
      return `<TextField ${common} defaultValue={${stored}${optional ? " ?? ''" : ''}} inputMode="numeric" autoComplete="off" ${presence} />`;
    case 'boolean':
      return `<CheckboxField ${common} defaultChecked={${stored}} />`;
    case 'date':
      return `<DateField ${common} ${value} ${optional ? 'optional' : ''} />`;
    case 'datetime':
      return `<DateTimeField ${common} ${value} ${presence} />`;
    case 'enum': {
      const options = values.map(
        (each) => `{ value: '${each}', label: t('option.${name}.${each.toUpperCase()}') }`,
      );
      if (optional) options.unshift(`{ value: '', label: t('value.none') }`);
      const first = optional ? '' : (values[0] ?? '');
      return `<SelectField ${common} options={[${options.join(', ')}]} defaultValue={${stored}${optional ? '?' : ''}.toLowerCase() ?? '${first}'} />`;
    }
    case 'relation':
      return `<RelationField type="${target?.type}" param="${name}" ${common} ${value} ${optional ? 'optional' : ''} />`;
  }
}

/** client/features/<entity>/<entity>-form.tsx */
export function formFile(spec: Spec): string {
  const { pascal, camel, kebab, words, fields, owner } = spec;
  const isChosen = owner?.isChosen === true;
  return `import type * as z from 'zod/mini';

export type ${pascal}Values = z.output<typeof ${camel}Rules>${isChosen ? ` & { ${owner.field.column}?: string }` : ''};

type ${pascal}FormProps = {
  /** The ${words} to change. Without it, the form creates one. */
  ${camel}: ${pascal}FormFragment | undefined;
  submitLabel: string;
  cancelTo: string;
  onSubmit: (values: ${pascal}Values, form: FormHandle) => Promise<void>;
};

export function ${pascal}Form({ ${camel}, submitLabel, cancelTo, onSubmit }: ${pascal}FormProps) {
  const { t } = useTranslation('${kebab}');
  return (
    <Form<${pascal}Values> rules={${isChosen ? `${camel} ? ${camel}Rules : new${pascal}Rules` : `${camel}Rules`}} record={${camel}} onSubmit={onSubmit}>
${each(fields, (field) => formField(spec, field))}
      ${owner?.pages?.formField(spec) ?? dropped}
      <FormActions submitLabel={submitLabel} cancelTo={cancelTo} />
    </Form>
  );
}
`;
}
