import { DeletedRepositoriesDocument } from './deleted.generated.ts';
import { DeletedList } from './deleted-list.tsx';
import { repositoryPaths } from './entity.ts';

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
