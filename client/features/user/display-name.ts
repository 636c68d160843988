/** What to call a person: who has told no name yet goes by the address. */
export function displayName({ name, email }: { name: string; email: string }): string {
  return name || email;
}
