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

/** Returns a function that tells whether an address is in one of `networks`. */
export function createMatch(networks: readonly string[]): (address: string) => boolean {
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

export type ClientNetwork = {
  name: string;
  /** Its limits, as a multiple of a single address's. */
  share: number;
};

const loopback = /^(127\.0\.0\.1|::1|unknown)$/;

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Returns the networks of `address`, smallest first. A customer gets one IPv4 address or an IPv6
 * network of 48 to 64 bits (RFC 6177), so its addresses count together.
 */
export function clientNetworks(address: string): ClientNetwork[] {
  // Behind a local proxy that isn't in TRUSTED_PROXIES, all clients have the loopback address.
  if (loopback.test(address)) return [{ name: 'loopback', share: 20 }];
  if (!address.includes(':')) {
    const outer = address.split('.').slice(0, 3).join('.');
    return [
      { name: address, share: 1 },
      { name: `${outer}.0/24`, share: 4 },
    ];
  }
  const groups = groupsOf(address);
  const subnet = Number.parseInt(groups[3] ?? '0', 16);
  const prefix = groups.slice(0, 3).join(':');
  return [
    { name: `${prefix}:${subnet.toString(16)}/64`, share: 1 },
    { name: `${prefix}:${(subnet & 0xff00).toString(16)}/56`, share: 2 },
    { name: `${prefix}/48`, share: 4 },
  ];
}

export function clientNetwork(address: string): string {
  return clientNetworks(address)[0]?.name ?? address;
}

export function clientSite(address: string): string {
  return clientNetworks(address).at(-1)?.name ?? '';
}

/** The client's largest network for display: `203.0.113.0/24`, `2001:db8:1::/48` or `loopback`. */
export function networkText(address: string | undefined): string {
  return clientSite(address ?? 'unknown').replace(/:([0-9a-f]+)\/48$/, ':$1::/48');
}
