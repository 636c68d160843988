import { Box } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { ApiError, responseError } from '#client/lib/errors.ts';
import { readJson } from '#client/lib/post-json.ts';
import { LinkedText } from '#client/ui/base/linked-text.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { PageHeader, Section } from '#client/ui/page/page.tsx';
import type { PublicArticlesQuery } from './help-page.generated.ts';
import query from './help-page.graphql?raw';

type Articles = NonNullable<PublicArticlesQuery['publicArticles']>;

type Answer = { data?: PublicArticlesQuery | null; errors?: { extensions?: { code?: string } }[] };

/**
 * Asks by GET and without cookies, so that caches may answer.
 *
 * @throws {ApiError} if there is no answer; the route shows it with a button to try again
 */
export async function loadArticles(): Promise<Articles> {
  const address = `/api/graphql?${new URLSearchParams({ query })}`;
  const response = await fetch(address, { credentials: 'omit' }).catch(() => {
    throw new ApiError('NETWORK_ERROR');
  });
  const { data, errors } = ((await readJson(response)) ?? {}) as Answer;
  if (!data?.publicArticles) throw responseError(response, errors?.[0]?.extensions);
  return data.publicArticles;
}

export default function HelpPage() {
  const { t } = useTranslation('article');
  return (
    <>
      <PageHeader title={t('help.title')} />
      <ArticleList articles={useLoaderData<typeof loadArticles>()} />
    </>
  );
}

export function ArticleList({ articles }: { articles: Articles }) {
  const { t } = useTranslation('article');
  if (articles.length === 0) return <EmptyState icon={Box} title={t('empty.title')} />;
  return articles.map(({ title, text }) => (
    <Section key={title} title={title}>
      <p dir="auto" className="text-match-parent whitespace-pre-line wrap-anywhere">
        <LinkedText text={text} />
      </p>
    </Section>
  ));
}
