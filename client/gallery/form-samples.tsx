import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ApiError } from '#client/lib/errors.ts';
import { CheckboxField, ChoiceField, SelectField } from '#client/ui/form/choice-field.tsx';
import { DateField } from '#client/ui/form/date-field.tsx';
import { DateRangePicker, type Days } from '#client/ui/form/date-picker.tsx';
import { TextAreaField, TextField } from '#client/ui/form/field.tsx';
import { Form, SubmitButton } from '#client/ui/form/form.tsx';
import { PickerField } from '#client/ui/form/picker-field.tsx';
import type { Option } from '#client/ui/form/picker-options.tsx';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import { Segmented } from '#client/ui/form/segmented.tsx';
import { date } from '#shared/rules/date.ts';
import { optional } from '#shared/rules/optional.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { sample } from './sample.ts';

const responseTimeMs = 1_500;

export function FieldSamples() {
  const { t } = useTranslation('repository');
  return (
    <Form
      rules={repositoryRules}
      onSubmit={async (_values, form) => {
        await new Promise((resolve) => setTimeout(resolve, responseTimeMs));
        form.fail({ errors: [{ code: 'NAME_ALREADY_USED', field: ['name'] }] });
      }}
    >
      <TextField name="name" label={t('field.name')} hint={t('form.nameHint')} />
      <TextField name="link" label={t('field.link')} hint={t('form.linkHint')} inputMode="url" />
      <TextAreaField
        name="description"
        label={t('field.description')}
        hint={t('form.descriptionHint')}
        optional
      />
      <div>
        <SubmitButton>{t('new.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

const people: Option[] = sample.people.map(({ id, name, email }) => ({
  value: id,
  label: name || email,
  hint: email,
}));

async function findPeople(term: string): Promise<Option[]> {
  await new Promise((resolve) => setTimeout(resolve, responseTimeMs / 3));
  return people.filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()));
}

async function findNobody(): Promise<Option[]> {
  await new Promise((resolve) => setTimeout(resolve, responseTimeMs / 3));
  throw new ApiError('SERVICE_UNAVAILABLE');
}

export function PickerSamples() {
  const { t } = useTranslation(['user', 'repository']);
  const rules = z.object({
    person: z.string().check(z.minLength(1, 'VALUE_REQUIRED')),
    other: optional(z.string()),
    failing: optional(z.string()),
  });
  return (
    <Form rules={rules} onSubmit={async () => {}}>
      <PickerField name="person" label={t('field.name')} find={findPeople} />
      <PickerField
        name="other"
        label={t('field.name')}
        hint={sample.pickerHint}
        defaultValue={people[1]}
        find={findPeople}
        optional
      />
      <PickerField name="failing" label={sample.failing} find={findNobody} optional />
      <div>
        <SubmitButton>{t('repository:new.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

const roles = ['USER', 'ADMIN'] as const;
const choiceRules = z.object({
  role: z.enum(roles),
  isFavorite: z.boolean(),
  banEndsAt: optional(date({ invalid: 'END_NOT_IN_FUTURE' })),
});

export function ChoiceSamples() {
  const { t } = useTranslation(['user', 'repository']);
  const [role, setRole] = useState<(typeof roles)[number]>('USER');
  const [days, setDays] = useState<Days>({ from: undefined });
  return (
    <>
      <Form rules={choiceRules} onSubmit={async () => {}}>
        <ChoiceField
          name="role"
          label={t('field.role')}
          defaultValue="USER"
          options={roles.map((value) => ({
            value,
            label: t(`role.${value}`),
            hint: t(`roleHint.${value}`),
          }))}
        />
        <CheckboxField
          name="isFavorite"
          label={sample.favorite}
          hint={sample.favoriteHint}
          defaultChecked
        />
        <SelectField
          name="invitedAs"
          label={t('field.role')}
          defaultValue="USER"
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <DateField
          name="banEndsAt"
          label={t('field.banEndsAt')}
          defaultValue={sample.day}
          optional
        />
      </Form>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('field.role')}
          value={role}
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={setRole}
        />
        <DateRangePicker label={t('field.createdAt')} value={days} onChange={setDays} filter />
      </div>
      <SearchBox label={t('repository:list.search')} value={sample.repositories[0]} />
    </>
  );
}
