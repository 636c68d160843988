/**
 * Where a request comes from: the other end of the socket, unless that is a proxy of ours. A proxy
 * appends whom it heard from to X-Forwarded-For, so the list is read from its end, and only as long
 * as whoever wrote an entry is trusted (RFC 7239 8.1; OWASP ASVS 5.0 4.1.3). What a client writes
 * into it stands further left and is never reached.
 */
import { BlockList, isIP } from 'node:net';

/** How IPv6 sockets write IPv4 addresses. */
const mapped = /^::ffff:(?=\d+\.)/i;

/** The address in an entry of the header, which may have a port; undefined where there is none. */
function readAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  const address = (/^[\d.]+:\d+$/.test(text) ? text.split(':', 1)[0] : text)?.replace(mapped, '');
  return address && isIP(address) ? address.toLowerCase() : undefined;
}

/** Reads `10.0.0.0/8`, or an address alone; undefined if it is neither. */
export function parseNetwork(text: string): { address: string; prefix: number } | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const prefix = length === undefined ? bits : Number(length);
  const isPlain = rest.length === 0 && (length === undefined || /^\d{1,3}$/.test(length));
  return version && isPlain && prefix <= bits ? { address, prefix } : undefined;
}

/** Tells whether an address is in one of these networks. */
function createMatch(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.prefix, familyOf(network.address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** The client that a connection belongs to; undefined for a proxy, whose clients are many. */
export function createConnectionClient(trustedProxies: readonly string[]) {
  const isTrusted = createMatch(trustedProxies);
  return function connectionClient(socketAddress: string): string | undefined {
    const address = readAddress(socketAddress);
    return address && !isTrusted(address) ? address : undefined;
  };
}

/** Finds the client's address, trusting the proxies in these networks. */
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
      // A proxy that writes no address is the last one we know of.
      if (!next) break;
      address = next;
    }
    return address;
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
