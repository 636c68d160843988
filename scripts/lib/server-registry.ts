/** Lists the modules of the server in server/generated, so that no list is kept by hand. */

import { globSync } from 'node:fs';
import { writeGenerated } from './generated-file.ts';
import { root } from './task.ts';

/** Files of a module that add fields to the GraphQL schema. */
const schemaFiles = 'server/modules/*/{schema,queries,mutations,*-queries,*-mutations}.ts';

const find = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** The name of a folder as an identifier: `auditLog` for `server/modules/audit-log/entity.ts`. */
export function folderIdentifier(file: string): string {
  const folder = file.split('/').at(-2) ?? '';
  return folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A module that exports the `entity` of each file, or what else is called `exported`, as the tuple `name`. */
export function entityList(name: string, files: string[], exported = 'entity'): string {
  const imports = files.map(
    (file) => `import { ${exported} as ${folderIdentifier(file)} } from '#${file}';`,
  );
  return `${imports.join('\n')}\n\nexport const ${name} = [${files.map(folderIdentifier).join(', ')}] as const;\n`;
}

/** Writes the lists of the modules' entities, their exports, and of the files that make up the GraphQL schema. */
export function writeServerRegistry(): void {
  const imports = find(schemaFiles).map((file) => `import '#${file}';`);
  writeGenerated('server/generated/modules.ts', `${imports.join('\n')}\n`);
  writeGenerated(
    'server/generated/entities.ts',
    entityList('moduleEntities', find('server/modules/*/entity.ts')),
  );
  writeGenerated(
    'server/generated/exports.ts',
    entityList('listExports', find('server/modules/*/export.ts'), 'listExport'),
  );
}
