import { FolderGit2 } from 'lucide-react';

/** What stands before a repository's name, so that lists of different things look different. */
export function RepositoryIcon() {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-sunken text-text-muted"
    >
      <FolderGit2 className="size-4" />
    </span>
  );
}
