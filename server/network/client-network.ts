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
