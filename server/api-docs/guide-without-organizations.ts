/** Removes organizations from the guides, for installations without them. */
import { organizationErrorCodes } from '#shared/errors.ts';

const isAboutOrganizations = (text: string) =>
  /organi[sz]ation|inviteMembers|until an invitation/i.test(text) ||
  organizationErrorCodes.some((code) => text.includes(`\`${code}\``));

/** Filters a table row whose last cell lists fields, keeping only fields in the served schema. */
function withFieldsOf(contract: string, row: string): string {
  const cells = row.replace(/\. In an organization[^|]*(?= \|)/, '').split(' | ');
  const names = cells.pop()?.replace(/ \|$/, '').split(', ') ?? [];
  if (!names.every((name) => /^`\w+`$/.test(name)))
    return [...cells, `${names.join(', ')} |`].join(' | ');
  const listed = names.filter((name) =>
    new RegExp(`^  ${name.slice(1, -1)}[(:]`, 'm').test(contract),
  );
  return `${[...cells, listed.join(', ')].join(' | ')} |`;
}

function withoutSentences(paragraph: string): string {
  if (/^([|#>-]|```)/m.test(paragraph) || !isAboutOrganizations(paragraph)) return paragraph;
  const sentences = paragraph.replaceAll('\n', ' ').split(/(?<=\.) /);
  return sentences.filter((sentence) => !isAboutOrganizations(sentence)).join(' ');
}

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
    .map(withoutSentences)
    .join('\n\n');
}
