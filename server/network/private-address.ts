import { createMatch } from './client-address.ts';

/** Addresses that aren't on the public internet (RFC 6890), and IPv6 addresses that contain one of IPv4. */
export const isPrivateAddress = createMatch([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ...['::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16', 'fc00::/7', 'fe80::/9', 'ff00::/8'],
]);
