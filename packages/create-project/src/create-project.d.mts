/** An error that the user can fix. */
export class ProjectError extends Error {}

/**
 * The absolute path of the folder.
 *
 * @throws {ProjectError} if the folder is missing or holds files
 */
export function requireNewFolder(folder: string | undefined): string;

/**
 * Creates a project in `folder`: `copy` writes the files of the starter there, and its own command turns them into a
 * project, asking for what `args` leave open. If that fails, the folder is empty or gone again.
 *
 * @returns the exit code
 * @throws {ProjectError} if the folder is missing or holds files, or the product can't have the name
 */
export function createProject(options: {
  folder: string | undefined;
  args: string[];
  copy(target: string): Promise<void> | void;
}): Promise<number>;
