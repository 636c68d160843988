/** The user's name, or the email until they have entered a name. */
export function displayName({ name, email }: { name: string; email: string }): string {
  return name || email;
}
