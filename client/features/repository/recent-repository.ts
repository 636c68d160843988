import { repositorySubtitle } from './entity.ts';

type Recent = { id: string; name: string; link: string; description: string; updatedAt: string };

/** A repository as an entry of a `RecentList`. */
export const recentRepository = (repository: Recent, to: string) => ({
  id: repository.id,
  title: repository.name,
  subtitle: repositorySubtitle(repository),
  at: repository.updatedAt,
  to,
});
