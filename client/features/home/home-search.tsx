import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { cx } from '#client/lib/class-names.ts';
import { controlClass } from '#client/ui/form/field.tsx';
import { limits } from '#shared/limits.ts';

export function HomeSearch() {
  const { t } = useTranslation(['common', 'repository']);
  const navigate = useNavigate();

  function submit(form: FormData) {
    void navigate(repositoryPaths.list('app', String(form.get('searchTerm')).trim()));
  }

  return (
    <search className="relative mb-8 block">
      <form action={submit}>
        <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-text-muted" />
        <input
          type="search"
          name="searchTerm"
          maxLength={limits.searchMax}
          aria-label={t('repository:list.search')}
          placeholder={t('repository:list.search')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className={cx(controlClass, 'min-h-12 rounded-card! ps-12! md:text-base!')}
        />
      </form>
    </search>
  );
}
