/** HMAC-SHA-256 with a purpose, so that an HMAC is only valid for the purpose it was made for. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The first secret signs and encrypts; all of them are accepted. */
export type Secrets = readonly [current: string, ...former: string[]];

export type Hmac = {
  (purpose: string, text: string): string;
  /** The accepted HMACs: by the current secret and by each previous one. */
  accepted(purpose: string, text: string): [current: string, ...former: string[]];
};

export function createKeyedHmac([current, ...former]: Secrets): Hmac {
  const by = (secret: string) => (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url');
  const byCurrent = by(current);
  const byFormer = former.map(by);
  return Object.assign(byCurrent, {
    accepted: (purpose: string, text: string): [string, ...string[]] => [
      byCurrent(purpose, text),
      ...byFormer.map((hmac) => hmac(purpose, text)),
    ],
  });
}

/** Compares in constant time. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

export function isOneOf(hmacs: readonly string[], text: string): boolean {
  const given = Buffer.from(text);
  return hmacs.some((hmac) => isSame(given, Buffer.from(hmac)));
}
