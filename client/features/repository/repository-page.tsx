import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useQuery } from 'urql';
import { useRememberOpened } from '#client/features/session/recent.ts';
import { preloadQuery } from '#client/graphql/client.ts';
import { EntityBoundary } from '#client/graphql/entity-boundary.tsx';
import { RecordSections } from '#client/graphql/record-sections.tsx';
import { listAddress } from '#client/lib/address/use-search.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import { usePageTitle } from '#client/lib/page.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { LinkedText } from '#client/ui/base/linked-text.tsx';
import {
  CopyFact,
  DescriptionList,
  EditLink,
  Fact,
  IdFact,
  TimeFact,
} from '#client/ui/list/description-list.tsx';
import { Breadcrumb, DangerZone, PageHeader } from '#client/ui/page/page.tsx';
import type { RepositoryRowFragment } from './repository.generated.ts';
import { RepositoryDocument } from './repository-page.generated.ts';
import { OrganizationLink, useDeleteRepository } from './repository-row.tsx';
import { useOrganizationsOf, useRepositoryPlace } from './use-repository-place.ts';

export const preload: PreloadData = ({ params: { id = '' } }) =>
  preloadQuery(RepositoryDocument, { id });

export default function RepositoryPage() {
  const { id = '' } = useParams();
  const query = useQuery({ query: RepositoryDocument, variables: { id } });
  return (
    <EntityBoundary query={query} pick={(data) => data.repository}>
      {(repository) => <RepositoryDetail repository={repository} />}
    </EntityBoundary>
  );
}

function RepositoryDetail({ repository }: { repository: RepositoryRowFragment }) {
  const { t } = useTranslation('repository');
  const place = useRepositoryPlace();
  const navigate = useNavigate();
  const deleteRepository = useDeleteRepository();
  const { id, name, link, description } = repository;
  usePageTitle(name);
  useRememberOpened(id);

  async function remove() {
    if (await deleteRepository(id)) await navigate(place.list);
  }

  return (
    <>
      <Breadcrumb parent={{ to: listAddress(place.list), label: t('list.title') }} />
      <PageHeader
        title={name}
        subtitle={
          description && (
            <p dir="auto" className="max-w-[72ch] text-match-parent whitespace-pre-line">
              <LinkedText text={description} />
            </p>
          )
        }
        actions={
          <>
            {place.isEditable && repository.viewerCanUpdate && (
              <EditLink to={place.update(id)} label={t('action.edit')} look="secondary" />
            )}
            <a
              href={link}
              target="_blank"
              rel="noreferrer noopener"
              // On phones as wide as leaves the name a line of its own.
              className={buttonClass('primary', 'normal', 'max-sm:min-w-52')}
            >
              <ExternalLink className="mirrored" />
              {t('action.open')}
            </a>
          </>
        }
      />
      <RepositoryFacts repository={repository} />
      <RecordSections of="repository" id={id} />
      {place.isEditable && repository.viewerCanDelete && (
        <DangerZone title={t('delete.title')} body={t('delete.hint')} onDelete={remove} />
      )}
    </>
  );
}

function RepositoryFacts({ repository }: { repository: RepositoryRowFragment }) {
  const { t } = useTranslation('repository');
  const { id, link, createdAt, updatedAt } = repository;
  const organization = useOrganizationsOf([id]).get(id);
  return (
    <DescriptionList isWide>
      <CopyFact label={t('field.link')} text={link} copyLabel={t('action.copyLink')}>
        <a
          dir="ltr"
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          title={link}
          className="line-clamp-4 wrap-anywhere text-accent-text underline underline-offset-2"
        >
          {link.replace(/^https:\/\//, '')}
        </a>
      </CopyFact>
      {organization && (
        <Fact label={t('field.organization')}>
          <OrganizationLink {...organization} />
        </Fact>
      )}
      <TimeFact label={t('field.updatedAt')} value={updatedAt} />
      <TimeFact label={t('field.createdAt')} value={createdAt} />
      <IdFact id={id} label={t('field.id')} copyLabel={t('action.copyId')} />
    </DescriptionList>
  );
}
