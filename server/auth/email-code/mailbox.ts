/** Domains that ignore dots before the @, with their canonical domain. */
const dotless: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
};

/**
 * The mailbox of `email`, without a `+` tag (RFC 5233). For rate limits only: accounts are
 * distinguished by the full address.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const user = email.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const common = Object.hasOwn(dotless, domain) ? dotless[domain] : undefined;
  return common ? `${user.replaceAll('.', '')}@${common}` : `${user}@${domain}`;
}
