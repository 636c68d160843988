/** Removes organizations from the guides, for installations without them. */
import { organizationErrorCodes } from '#shared/errors.ts';

const isAboutOrganizations = (text: string) =>
  /organi[sz]ation|inviteMembers|until an invitation/i.test(text) ||
  organizationErrorCodes.some((code) => text.includes(`\`${code}\``));

/** Filters a table row whose last cell lists fields, keeping only fields in the served schema. */
function withFieldsOf(contract: string, row: string): string {
  const cells = row.split(' | ').map((cell) => withoutSentences(cell, cell));
  const names = cells.pop()?.replace(/ \|$/, '').split(', ') ?? [];
  if (!names.every((name) => /^`\w+`$/.test(name)))
    return [...cells, `${names.join(', ')} |`].join(' | ');
  const listed = names.filter((name) =>
    new RegExp(`^  ${name.slice(1, -1)}[(:]`, 'm').test(contract),
  );
  return `${[...cells, listed.join(', ')].join(' | ')} |`;
}

/** Removes sentences about organizations. Ends the text as before, since cells may lack the period. */
function withoutSentences(text: string, ifNothingElse = ''): string {
  if (!isAboutOrganizations(text)) return text;
  const sentences = text.replaceAll('\n', ' ').split(/(?<=\.) /);
  const kept = sentences.filter((sentence) => !isAboutOrganizations(sentence)).join(' ');
  return (/\.\s*$/.test(text) ? kept : kept.replace(/\.$/, '')) || ifNothingElse;
}

const isProse = (paragraph: string) => !/^([|#>-]|```)/m.test(paragraph);

/**
 * Removes sections, table rows, sentences and fields about organizations from a guide. `contract` is
 * the served schema.
 */
export function guideWithoutOrganizations(text: string, contract: string): string {
  let skipped = 0;
  const lines = text.split('\n').filter((line) => {
    const level = /^#+(?= )/.exec(line)?.[0].length ?? 0;
    if (level > 0 && (skipped === 0 || level <= skipped)) {
      skipped = isAboutOrganizations(line) ? level : 0;
    }
    const [first = ''] = line.split(' | ');
    const isInput = /^\s+organizationId: /.test(line);
    return skipped === 0 && !isInput && !(line.startsWith('|') && isAboutOrganizations(first));
  });
  return lines
    .map((line) => (line.startsWith('| ') ? withFieldsOf(contract, line) : line))
    .join('\n')
    .split('\n\n')
    .map((paragraph) => (isProse(paragraph) ? withoutSentences(paragraph) : paragraph))
    .join('\n\n');
}
