/**
 * Hashes that only we can make. Each purpose has hashes of its own, so that one can never stand for
 * another, and what is stored or handed out says nothing about the text.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Hmac = (purpose: string, text: string) => string;

export function createKeyedHmac(secret: string): Hmac {
  return (purpose, text) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url');
}

/** Compares two hashes in a time that says nothing about where they differ. */
export function isSameHmac(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
