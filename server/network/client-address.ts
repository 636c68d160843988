/**
 * The client's address: the peer of the socket, or the address that a trusted proxy reports. Each proxy appends to
 * X-Forwarded-For, so the list is read from the end while the author of an entry is trusted (RFC 7239 8.1; OWASP ASVS
 * 5.0 4.1.3). Entries forged by a client are never reached.
 */
import { BlockList, isIP } from 'node:net';

const mapped = /^::ffff:(?=\d+\.)/i;

function readAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  const address = (/^[\d.]+:\d+$/.test(text) ? text.split(':', 1)[0] : text)?.replace(mapped, '');
  return address && isIP(address) ? address.toLowerCase() : undefined;
}

/** Parses a range such as `10.0.0.0/8` or a single address. Returns undefined if it is neither. */
export function parseNetwork(text: string): { address: string; prefix: number } | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const prefix = length === undefined ? bits : Number(length);
  const isPlain = rest.length === 0 && (length === undefined || /^\d{1,3}$/.test(length));
  return version && isPlain && prefix <= bits ? { address, prefix } : undefined;
}

function createMatch(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.prefix, familyOf(network.address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** Returns a function that finds a connection's client, or undefined for a trusted proxy, which serves many clients. */
export function createConnectionClient(trustedProxies: readonly string[]) {
  const isTrusted = createMatch(trustedProxies);
  return function connectionClient(socketAddress: string): string | undefined {
    const address = readAddress(socketAddress);
    return address && !isTrusted(address) ? address : undefined;
  };
}

export function createClientAddress(trustedProxies: readonly string[]) {
  const isTrusted = createMatch(trustedProxies);

  return function clientAddress(
    socketAddress: string | undefined,
    forwardedFor: string | null | undefined,
  ): string | undefined {
    let address = readAddress(socketAddress ?? '');
    const entries = (forwardedFor ?? '').split(',');
    while (address && entries.length > 0 && isTrusted(address)) {
      const next = readAddress(entries.pop() ?? '');
      // A proxy may send a placeholder such as "unknown". Use the last known address.
      if (!next) break;
      address = next;
    }
    return address;
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
