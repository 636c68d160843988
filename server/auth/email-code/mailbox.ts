/** Domains that ignore dots before the @, and the name they have in common. */
const dotless: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
};

/**
 * The mailbox that mails to `email` end up in, as far as its spelling tells: without a tag after `+`
 * (RFC 5233). For rate limits only: accounts are told apart by the whole address.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const user = email.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const common = Object.hasOwn(dotless, domain) ? dotless[domain] : undefined;
  return common ? `${user.replaceAll('.', '')}@${common}` : `${user}@${domain}`;
}
