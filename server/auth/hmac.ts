/** HMAC-SHA-256 with a purpose, so that the HMAC of one purpose is never valid for another. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The secrets of an installation: the first one signs and encrypts, and all of them are accepted. */
export type Secrets = readonly [current: string, ...former: string[]];

export type Hmac = {
  /** The HMAC to hand out or to store. */
  (purpose: string, text: string): string;
  /** The HMACs that are accepted: by the current secret, and by each former one. */
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

/** Whether a text is one of these HMACs, compared in constant time. */
export function isOneOf(hmacs: readonly string[], text: string): boolean {
  const given = Buffer.from(text);
  return hmacs.some((hmac) => isSame(given, Buffer.from(hmac)));
}
