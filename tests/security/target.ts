/** The product under test, as an outsider reaches it. */
import type { Mailbox } from '#tests/support/mailbox.ts';

export type Target = {
  /** One or more instances of the same product. The first one's origin is the product's own. */
  urls: readonly string[];
  mailbox: Mailbox;
  /** Signs in as an admin: the product's ADMIN_EMAILS names it. */
  admin: string;
  /** The certificate of the https set-up's authority. */
  ca?: string;
  /** The token of a solved captcha, where the product requires one. */
  captcha?: string;
  /** Retries after 503 and RATE_LIMITED. */
  retries?: boolean;
  /** Responses with internal details or internal errors. */
  leaks?: string[];
  /** Cookie values that the product has set: none may be logged. */
  secrets?: Set<string>;
};

export const pause = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, Math.max(0, milliseconds)));
