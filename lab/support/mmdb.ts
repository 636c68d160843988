/** Writes MaxMind DB files of IPv4 networks (https://maxmind.github.io/MaxMind-DB/). */

type Value = string | number | readonly string[] | { readonly [key: string]: Value };

const types = { string: 2, uint16: 5, map: 7, array: 11 };

function header(type: number, size: number): Buffer {
  const length = size < 29 ? size : 29;
  const first = type < 8 ? [(type << 5) | length] : [length, type - 7];
  return Buffer.from([...first, ...(size < 29 ? [] : [size - 29])]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([header(types.string, text.length), text]);
  }
  if (typeof value === 'number') {
    return Buffer.concat([header(types.uint16, 2), Buffer.from([value >> 8, value & 255])]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([header(types.array, value.length), ...value.map(encode)]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    header(types.map, entries.length),
    ...entries.flatMap(([key, each]) => [encode(key), encode(each)]),
  ]);
}

type Node = [Node | Buffer | undefined, Node | Buffer | undefined];

const bitsOf = (network: string) => {
  const [address = '', prefix = '32'] = network.split('/');
  const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return [...bits.join('').slice(0, Number(prefix))].map(Number);
};

/** Records by network, such as `{ '203.0.113.0/24': { country: … } }`. The networks must not overlap. */
export function writeMmdb(networks: Record<string, Value>, databaseType = 'GeoLite2-City'): Buffer {
  const root: Node = [undefined, undefined];
  for (const [network, record] of Object.entries(networks)) {
    const bits = bitsOf(network);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit];
      const child: Node = Array.isArray(next) ? next : [undefined, undefined];
      node[bit] = child;
      node = child;
    }
    node[bits.at(-1) ?? 0] = encode(record);
  }

  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((child) => Array.isArray(child)));
  const data: Buffer[] = [];
  let size = 0;
  const pointerTo = (child: Node | Buffer | undefined) => {
    if (child === undefined) return nodes.length;
    if (Array.isArray(child)) return nodes.indexOf(child);
    data.push(child);
    size += child.length;
    return nodes.length + 16 + size - child.length;
  };
  const tree = nodes.flat().map((child) => {
    const pointer = pointerTo(child);
    return Buffer.from([pointer >> 16, (pointer >> 8) & 255, pointer & 255]);
  });
  const metadata = {
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 0 },
    ...{ database_type: databaseType, description: {}, ip_version: 4, languages: ['en'] },
    ...{ node_count: nodes.length, record_size: 24 },
  };
  return Buffer.concat([
    ...tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ]);
}
