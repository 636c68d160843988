/** The guides of an installation without organizations, made of the whole ones. */
import { organizationErrorCodes } from '#shared/errors.ts';

const isAboutOrganizations = (text: string) =>
  /organi[sz]ation|inviteMembers|until an invitation/i.test(text) ||
  organizationErrorCodes.some((code) => text.includes(`\`${code}\``));

/** A row of a table whose last cell lists fields, with those that the schema has. */
function withFieldsOf(contract: string, row: string): string {
  const cells = row.split(' | ');
  const names = cells.pop()?.replace(/ \|$/, '').split(', ') ?? [];
  if (!names.every((name) => /^`\w+`$/.test(name))) return row;
  const listed = names.filter((name) =>
    new RegExp(`^  ${name.slice(1, -1)}[(:]`, 'm').test(contract),
  );
  return `${[...cells, listed.join(', ')].join(' | ')} |`;
}

/** A paragraph without its sentences about organizations. */
function withoutSentences(paragraph: string): string {
  if (/^([|#>-]|```)/m.test(paragraph) || !isAboutOrganizations(paragraph)) return paragraph;
  const sentences = paragraph.replaceAll('\n', ' ').split(/(?<=\.) /);
  return sentences.filter((sentence) => !isAboutOrganizations(sentence)).join(' ');
}

/** The text of a guide without sections, rows of tables, sentences and fields about organizations. `contract` is the served schema. */
export function guideWithoutOrganizations(text: string, contract: string): string {
  let skipped = 0;
  const lines = text.split('\n').filter((line) => {
    const level = /^#+(?= )/.exec(line)?.[0].length ?? 0;
    if (level > 0 && (skipped === 0 || level <= skipped)) {
      skipped = isAboutOrganizations(line) ? level : 0;
    }
    const [first = ''] = line.split(' | ');
    return skipped === 0 && !(line.startsWith('|') && isAboutOrganizations(first));
  });
  return lines
    .map((line) => (line.startsWith('| ') ? withFieldsOf(contract, line) : line))
    .join('\n')
    .split('\n\n')
    .map(withoutSentences)
    .join('\n\n');
}
