/** The product under test, as seen from the outside. */
import type { Mailbox } from '#tests/support/mailbox.ts';

export type Target = {
  /** One or more instances of the same product. The first one's origin is the product's origin. */
  urls: readonly string[];
  mailbox: Mailbox;
  admin: string;
  ca?: string;
  retries?: boolean;
  leaks?: string[];
  secrets?: Set<string>;
};
