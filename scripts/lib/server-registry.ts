/** Generates lists of the server's features in server/generated, so that none is maintained by hand. */

import { globSync } from 'node:fs';
import { writeGenerated } from './generated-file.ts';
import { root } from './task.ts';

const schemaFiles = 'server/features/*/{schema,queries,mutations,*-queries,*-mutations}.ts';

const find = (pattern: string) => globSync(pattern, { cwd: root }).sort();

/** Folder name as an identifier, such as `purchaseOrder` for `server/features/purchase-order/entity.ts`. */
export function folderIdentifier(file: string): string {
  const folder = file.split('/').at(-2) ?? '';
  return folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function entityList(name: string, files: string[], exported = 'entity'): string {
  const imports = files.map(
    (file) => `import { ${exported} as ${folderIdentifier(file)} } from '#${file}';`,
  );
  return `${imports.join('\n')}\n\nexport const ${name} = [${files.map(folderIdentifier).join(', ')}] as const;\n`;
}

export function writeServerRegistry(): void {
  const imports = find(schemaFiles).map((file) => `import '#${file}';`);
  writeGenerated('server/generated/modules.ts', `${imports.join('\n')}\n`);
  writeGenerated(
    'server/generated/entities.ts',
    entityList('featureEntities', find('server/features/*/entity.ts')),
  );
  writeGenerated(
    'server/generated/list-exports.ts',
    entityList('listExports', find('server/features/*/list-export.ts'), 'listExport'),
  );
}
