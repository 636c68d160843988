import type { Feature } from '#scripts/remove/feature.ts';

export const exportsAndImport: Feature = {
  name: 'exports-and-import',
  purpose: 'lists as CSV and JSON files, and the import of repositories from CSV',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*{csv,list-export}*{,/**}',
    'docs/decisions/022-*',
  ],
  names:
    /csv|ndjson|list[-_ ]?export(?!ed)|open-exports|hasExport|exportUrl|\/api\/export|createRepositories(?!Api)|papaparse|^sensitive_read$/i,
  prose:
    /\bCSV\b|--csv|NDJSON|\blist exports\b|`exports`|exports-and-import|\bExports?\b|\/api\/export|list-export|csv-/,
  leftover:
    /\bCSV\b|ndjson|list[-_ ]?export(?!ed)|exportUrl|\/api\/export|createRepositories\b|spreadsheet/i,
};
