/** HMAC-SHA-256 with a purpose, so that the HMAC of one purpose is never valid for another. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Hmac = (purpose: string, text: string) => string;

export function createKeyedHmac(secret: string): Hmac {
  return (purpose, text) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url');
}

/** Compares in constant time. */
export function isSameHmac(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
