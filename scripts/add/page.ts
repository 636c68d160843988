import { CliError } from '#server/progress.ts';
import { languageCodes } from '#shared/languages.ts';
import { type Files, insert, readText, refuseExisting } from './edit.ts';
import { addDrafts, draftsPath, endOfArea } from './edits.ts';
import { capitalized, type Names, namesOf } from './names.ts';
import { type Area, chooseIcon, readAreas, refuseTakenName } from './project.ts';
import { refuseWord } from './words.ts';
import { parseAddition, writeFiles } from './write.ts';

const usage = 'For example: npm run add -- page release-notes --areas app,manager';

type PageSpec = { names: Names; icon: string; areas: readonly Area[] };

/** Adds an empty page with its route, texts and entry in the navigation. */
export async function addPage(args: string[]): Promise<void> {
  const options = { areas: { type: 'string', default: 'app' } } as const;
  const { positionals, values } = parseAddition(args, options, usage);
  const [name, ...others] = positionals;
  if (!name || others.length > 0) throw new CliError('A page needs one name.', usage);
  const names = namesOf(name);
  const { kebab } = names;
  refuseWord(kebab, `The page "${kebab}"`);
  refuseTakenName(names);
  const spec = { names, icon: chooseIcon(names, 'FileText'), areas: readAreas(values.areas) };
  const created = createdFiles(spec);
  refuseExisting(created);
  const next = [
    `Run: npm run check. Then see it: npm run dev, at /${spec.areas[0]}/${kebab}.`,
    `Translate shared/locales/*/${kebab}.json, and remove it from ${draftsPath}.`,
  ];
  await writeFiles({ created, edited: editedFiles(spec), isDryRun: values['dry-run'], next });
}

function createdFiles(spec: PageSpec): Files {
  const { kebab, camel, words } = spec.names;
  const texts = { nav: { [camel]: capitalized(words) }, subtitle: 'What this page is for.' };
  return new Map([
    [`client/features/${kebab}/${kebab}-page.tsx`, pageFile(spec)],
    ...languageCodes.map((language): [string, string] => [
      `shared/locales/${language}/${kebab}.json`,
      `${JSON.stringify(texts, null, 2)}\n`,
    ]),
  ]);
}

const pageFile = ({
  names: { kebab, camel, pascal },
}: PageSpec) => `import { useTranslation } from 'react-i18next';
import { PageHeader } from '#client/ui/page/page.tsx';

export default function ${pascal}Page() {
  const { t } = useTranslation(['common', '${kebab}']);
  return <PageHeader title={t('common:nav.${camel}')} subtitle={t('${kebab}:subtitle')} />;
}
`;

const home: Record<Area, string> = { app: '/app', manager: '/manager/dashboard' };

function editedFiles(spec: PageSpec): Files {
  const { names, icon, areas } = spec;
  const { kebab, camel } = names;
  const files: Files = new Map();
  const routes = 'client/routes.tsx';
  insert(files, routes, {
    anchor: '\nconst areas: Area[] = [',
    before: `
const ${camel}: Page = {
  path: '${kebab}',
  code: () => import('#client/features/${kebab}/${kebab}-page.tsx'),
  title: 'nav.${camel}',
};
`,
  });
  for (const area of areas) {
    const group = area === 'app' ? 'nav.main' : 'nav.application';
    insert(files, routes, {
      ...endOfArea[area],
      before: `\n      { ...${camel}, nav: { group: '${group}', icon: '${camel}' } },`,
    });
    insert(files, 'tests/client/routes.test.ts', {
      within: '\nconst pages = {',
      anchor: `\n  ${area}: ['${home[area]}'`,
      after: `, '/${area}/${kebab}'`,
    });
  }
  insert(files, iconsPath, {
    within: '\nconst icons = {',
    anchor: '\n  system: Activity,',
    after: `\n  ${camel}: ${icon},`,
  });
  addImport(files, icon);
  addDrafts(files, kebab);
  return files;
}

const iconsPath = 'client/features/session/use-navigation.ts';

/** Formatting sorts the imported names. */
function addImport(files: Files, icon: string): void {
  if (new RegExp(`^ {2}${icon},`, 'm').test(readText(iconsPath))) return;
  insert(files, iconsPath, { anchor: `\n} from 'lucide-react';`, before: `\n  ${icon},` });
}
