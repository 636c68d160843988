/** Falls back to the email until onboarding. */
export function displayName({ name, email }: { name: string; email: string }): string {
  return name || email;
}
