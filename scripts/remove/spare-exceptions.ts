/** Removes what scripts/checks/exceptions.ts allows and a smaller product no longer needs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLargeRooms } from '#scripts/checks/counts.ts';
import { allowedRooms } from '#scripts/checks/exceptions.ts';

export const exceptions = 'scripts/checks/exceptions.ts';

/** The text of exceptions.ts without the rooms that are no longer large. */
export function withoutSpareRooms(text: string, paths: string[]): string {
  const large = new Set(findLargeRooms(paths).map(({ path }) => path));
  return Object.keys(allowedRooms)
    .filter((room) => !large.has(room))
    .reduce((left, room) => left.replace(new RegExp(`^  '${room}': .*\\n`, 'm'), ''), text);
}

/** Reads and writes exceptions.ts in `root`. */
export function removeSpareRooms(root: string, paths: string[]): void {
  const path = join(root, exceptions);
  writeFileSync(path, withoutSpareRooms(readFileSync(path, 'utf8'), paths));
}
