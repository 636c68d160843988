import { repositoryPaths } from '#client/features/repository/entity.ts';
import { DeletedRepositoriesDocument } from './deleted.generated.ts';
import { DeletedList } from './deleted-list.tsx';

export default function DeletedRepositoriesPage() {
  return (
    <DeletedList
      parent={repositoryPaths.list('manager')}
      document={DeletedRepositoriesDocument}
      variables={{}}
      pick={(data) => data.deletedRepositories}
    />
  );
}
