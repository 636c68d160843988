/** A WebAuthn authenticator in software: a P-256 key and what it signs (WebAuthn Level 3, sections 6 and 7). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The part of CBOR that an attestation needs: small integers, texts, byte strings, arrays and maps. */
function cbor(value: number | string | Buffer | Buffer[] | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

export type CoseKey = Map<number, number | Buffer>;

/** What may be wrong with a ceremony. By default nothing is. */
export type Ceremony = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  userVerified?: boolean;
  backedUp?: boolean;
  counter?: number;
  /** Format and statement of the attestation. None by default. */
  attestation?: [format: string, statement: Map<string, number | Buffer | Buffer[]>];
  /** COSE key. The authenticator's own by default. */
  key?: CoseKey;
  /** Credential ID in the signed data. */
  attestedId?: Buffer;
};

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };

export function createAuthenticator({ aaguid = Buffer.alloc(16), counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;

  const clientData = (type: string, options: Options, ceremony: Ceremony) =>
    Buffer.from(
      JSON.stringify({
        ...{ type, crossOrigin: false },
        challenge: ceremony.challenge ?? options.challenge,
        origin: ceremony.origin ?? 'http://localhost:3000',
      }),
    );

  function authenticatorData(rpId: string, ceremony: Ceremony, attested = Buffer.alloc(0)): Buffer {
    const { userVerified = true, backedUp = false } = ceremony;
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(ceremony.counter ?? counter);
    const flags =
      1 | (userVerified ? 4 : 0) | (backedUp ? 8 | 16 : 0) | (attested.length > 0 ? 64 : 0);
    return Buffer.concat([sha256(ceremony.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  }

  const credential = (response: object) => ({
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
    ...{ clientExtensionResults: {}, response },
  });

  return {
    id: id.toString('base64url'),

    register(options: Options, ceremony: Ceremony = {}) {
      const own: CoseKey = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const { key = own, attestedId = id } = ceremony;
      const attested = [aaguid, Buffer.from([0, attestedId.length]), attestedId, cbor(key)];
      const authData = authenticatorData(options.rp?.id ?? '', ceremony, Buffer.concat(attested));
      const [format, statement] = ceremony.attestation ?? ['none', new Map()];
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options, ceremony).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      });
    },

    signIn(options: Options, ceremony: Ceremony = {}) {
      const client = clientData('webauthn.get', options, ceremony);
      const data = authenticatorData(options.rpId ?? '', ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
