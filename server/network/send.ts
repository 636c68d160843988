import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createMatch } from './client-address.ts';

/** Addresses that aren't on the public internet (RFC 6890), and IPv6 addresses that contain one of IPv4. */
const isPrivateAddress = createMatch([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ...['::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16', 'fc00::/7', 'fe80::/9', 'ff00::/8'],
]);

/** Hosts that settings name may have private addresses. Others that are allowed may not. */
export type Hosts = { named: ReadonlySet<string>; allowed: ReadonlySet<string> };

/** Checks addresses after DNS, since a public name can lead to a private one. */
const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    const isRefused = !error && addresses.some(isPrivateAddress);
    done(isRefused ? new Error('private address') : error, found, family);
  });

/** Sends a request without following redirects. `fetch` has no option for the lookup. */
export async function send(request: Request, { named, allowed }: Hosts): Promise<Response> {
  const url = new URL(request.url);
  const address = url.hostname.replace(/^\[|\]$/g, '');
  const mayBePrivate = named.has(url.hostname);
  const isPrivate = isIP(address) > 0 && isPrivateAddress(address);
  if (!mayBePrivate && (isPrivate || !allowed.has(url.hostname))) {
    throw new Error('host not allowed');
  }
  const body = Buffer.from(await request.arrayBuffer());
  const { method, signal } = request;
  const sent = { accept: '*/*', 'user-agent': 'node', ...Object.fromEntries(request.headers) };
  const headers = { ...sent, ...(body.length > 0 && { 'content-length': body.length }) };
  const options = { method, signal, headers, agent: false };
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  (url.protocol === 'https:' ? https : http)
    .request(url, mayBePrivate ? options : { ...options, lookup: lookupPublic }, resolve)
    .on('error', reject)
    .end(body);
  const answer = await promise;
  const { statusCode: status = 502, headersDistinct } = answer;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new Error('redirected');
  }
  const received = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const content = status === 204 || status === 205 ? null : Readable.toWeb(answer);
  return new Response(content as ReadableStream | null, { status, headers: received });
}
