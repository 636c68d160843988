import { describe, expect, it } from 'vitest';
import { readPicture } from '#server/pictures/picture.ts';
import { limits } from '#shared/limits.ts';
import { createToken } from '#tests/support/access-tokens.ts';
import { createOrganization, createUser } from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const update = `mutation ($picture: String!) {
  updateViewerPicture(input: { picture: $picture }) { viewer { user { pictureUrl } } errors { code field } }
}`;
const remove =
  'mutation { deleteViewerPicture { viewer { user { pictureUrl } } errors { code } } }';

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4, 7)]);
}

function png(width = 256, height = 256, length = 100, others: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13, 6);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const start = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), ...others];
  const rest = length - Buffer.concat(start).length - 24;
  return Buffer.concat([
    ...start,
    chunk('IDAT', Buffer.alloc(Math.max(rest, 0), 7)),
    chunk('IEND'),
  ]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function jpeg(width: number, height: number, others: Buffer[] = []): Buffer {
  const frame = Buffer.alloc(15);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8]), ...others, segment(0xc2, frame), segment(0xda, Buffer.alloc(6))],
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd9]),
  ]);
}

function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}0000`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function webp(...chunks: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from('RIFF0000WEBP'), ...chunks]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

const lossyChunk = webpChunk('VP8 ', Buffer.from('000\x9d\x01\x2a\xc8\x00\x64\x00 data', 'latin1'));
const lossy = webp(lossyChunk);
const lossless = webp(
  webpChunk('VP8L', Buffer.from([0x2f, 199, 192, 24, 0, ...Array(15).fill(9)])),
);
const extendedHeader = (flags: number) =>
  webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 199, 0, 0, 99, 0, 0]));
const extended = (flags: number, ...others: Buffer[]) =>
  webp(extendedHeader(flags), ...others, lossyChunk);

const secret = Buffer.from('GPS 52.5200,13.4050 and more');

describe('a file', () => {
  it.each([
    ['a PNG', png(), 'image/png'],
    ['a JPEG', jpeg(200, 100), 'image/jpeg'],
    [
      'a JPEG after long metadata',
      jpeg(200, 100, Array(2_000).fill(segment(0xe0, Buffer.alloc(16)))),
      'image/jpeg',
    ],
    ['a lossy WebP', lossy, 'image/webp'],
    ['a lossless WebP', lossless, 'image/webp'],
    ['an extended WebP', extended(0b10000), 'image/webp'],
  ])('that is %s is a picture', (_what, bytes, type) => {
    expect(readPicture(bytes)?.type).toBe(type);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><title>no picture, but long enough for a header</title>')],
    ['GIF', Buffer.from(`GIF89a${'\x10\x00'.repeat(40)}`, 'latin1')],
    ['an animated WebP', extended(0b10)],
    ['an animated WebP that does not say so', extended(0, webpChunk('ANIM', Buffer.alloc(6)))],
    ['a WebP with frames', extended(0, webpChunk('ANMF', Buffer.alloc(24)))],
    ['an animated PNG', png(9, 9, 200, [chunk('acTL', Buffer.alloc(8))])],
    ['a PNG without an end', png().subarray(0, -12)],
    ['a JPEG without an end', jpeg(10, 10).subarray(0, -2)],
    ['a WebP without an image', webp(extendedHeader(0), webpChunk('ICCP', Buffer.alloc(20)))],
    ['too wide', png(limits.pictureSideMax + 1, 10)],
    ['too high', jpeg(10, limits.pictureSideMax + 1)],
    ['without pixels', png(0, 10)],
    ['cut off in its header', png().subarray(0, 20)],
    ['a JPEG without a frame', Buffer.concat([jpeg(9, 9).subarray(0, 2), segment(0xfe, secret)])],
    [
      'a JPEG whose segments have no length',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(60, 0xff)]),
    ],
    ['empty', Buffer.alloc(0)],
  ])('that is %s is none', (_what, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
  });
});

it.each([
  ['a PNG', png(256, 256, 100, [chunk('IHDR', Buffer.alloc(13, 60))])],
  [
    'a JPEG',
    jpeg(200, 100, [segment(0xc2, Buffer.from([8, 0, 100, 0, 200, ...Array(10).fill(0)]))]),
  ],
  ['a lossy WebP', webp(lossyChunk, lossyChunk)],
  ['an extended WebP', extended(0, extendedHeader(0))],
  ['an extended WebP with two pictures', extended(0, lossyChunk)],
])('%s with a second header, whose size could be any, is refused', (_what, bytes) => {
  expect(readPicture(bytes)).toBeUndefined();
});

describe('the metadata', () => {
  const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.alloc(20, 5)]);
  const kept: Record<string, [Buffer, Buffer]> = {
    'of a PNG': [
      png(9, 9, 200, [chunk('eXIf', secret), chunk('tEXt', secret), chunk('iCCP', profile)]),
      png(9, 9, 200 - 2 * (secret.length + 12), [chunk('iCCP', profile)]),
    ],
    'of a JPEG': [
      jpeg(9, 9, [segment(0xe1, secret), segment(0xe2, profile), segment(0xfe, secret)]),
      jpeg(9, 9, [segment(0xe2, profile)]),
    ],
    'of a WebP': [
      extended(
        0b11100,
        webpChunk('ICCP', profile),
        webpChunk('EXIF', secret),
        webpChunk('XMP ', secret),
      ),
      extended(0b10000, webpChunk('ICCP', profile)),
    ],
  };

  it.each(Object.entries(kept))(
    '%s and what follows its end are not stored',
    (_of, [sent, stored]) => {
      const content = Buffer.from(readPicture(Buffer.concat([sent, secret]))?.content ?? []);
      expect(content.toString('hex')).toBe(stored.toString('hex'));
      expect(content.includes('GPS')).toBe(false);
    },
  );

  it('is not served of a picture that a program sends', async () => {
    const person = await server.as('user');
    const [sent] = kept['of a JPEG'] ?? [];
    const response = await get(await setPicture(person, sent), person.cookie);
    expect(Buffer.from(await response.arrayBuffer()).includes('GPS')).toBe(false);
  });
});

async function setPicture(person: TestUser, bytes = png()): Promise<string> {
  const { data } = await person.send(update, { picture: bytes.toString('base64') });
  expect(data.updateViewerPicture.errors).toEqual([]);
  return data.updateViewerPicture.viewer.user.pictureUrl;
}

const get = (url: string, cookie = '') =>
  server.request(new URL(url).pathname, { headers: { cookie } });

describe('a picture', () => {
  it('is served to who is signed in, and can do nothing there', async () => {
    const person = await server.as('user');
    const other = await server.as('user');
    const url = await setPicture(person);
    const response = await get(url, other.cookie);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png());
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect((await get(url)).status).toBe(401);
    const { secret } = await createToken(await server.as('admin'), { scopes: ['USER_GET'] });
    const byToken = { headers: { authorization: `Bearer ${secret}` } };
    expect((await server.request(new URL(url).pathname, byToken)).status).toBe(401);
  });

  it('gets a new URL when its content changes, and the old URL is gone', async () => {
    const person = await server.as('user');
    const first = await setPicture(person);
    const second = await setPicture(person, png(100, 100));
    expect(second).not.toBe(first);
    expect((await get(first, person.cookie)).status).toBe(404);
    expect((await get(second, person.cookie)).status).toBe(200);
    expect(await database.profilePicture.count({ where: { userId: person.id } })).toBe(1);
  });

  it('is shown to those who belong to the same organization', async () => {
    const person = await server.as('user');
    const other = await server.as('user');
    const { id } = await createOrganization(database, {
      ownerId: person.id,
      members: { [other.id]: 'member' },
    });
    const url = await setPicture(person);
    const { data } = await other.send(
      'query ($id: ID!) { organization(id: $id) { members { nodes { userId pictureUrl } } } }',
      { id },
    );
    const shown = data.organization.members.nodes.map(Object.values);
    expect(new Map(shown)).toEqual(
      new Map([
        [person.id, url],
        [other.id, null],
      ]),
    );
  });

  it('is removed by its owner, and with their account', async () => {
    const person = await server.as('user');
    const url = await setPicture(person);
    const { data } = await person.send(remove);
    expect(data.deleteViewerPicture.viewer.user.pictureUrl).toBeNull();
    expect((await get(url, person.cookie)).status).toBe(404);
    await person.send(remove);

    await setPicture(person);
    const admin = await server.as('admin');
    await admin.send(
      'mutation ($id: ID!) { deleteUsers(input: { ids: [$id] }) { deletedUserIds } }',
      {
        id: person.id,
      },
    );
    expect(await database.profilePicture.count({ where: { userId: person.id } })).toBe(0);
  });

  it('is refused if it is none or too long', async () => {
    const person = await server.as('user');
    const longest = png(256, 256, limits.pictureBytesMax);
    await setPicture(person, longest);
    const tooLong = png(256, 256, limits.pictureBytesMax + 1).toString('base64');
    for (const [picture, code] of [
      ['', 'PICTURE_INVALID'],
      ['data:image/png;base64,AAAA', 'PICTURE_INVALID'],
      [Buffer.from('<svg/>'.repeat(20)).toString('base64'), 'PICTURE_INVALID'],
      [tooLong, 'PICTURE_TOO_LARGE'],
      [`${tooLong}AAAA`, 'PICTURE_TOO_LARGE'],
    ]) {
      const { data } = await person.send(update, { picture });
      expect(data.updateViewerPicture).toEqual({
        viewer: null,
        errors: [{ code, field: ['picture'] }],
      });
    }
  });

  it.each([
    '/api/pictures',
    '/api/pictures/',
    '/api/pictures/nobody/x',
    `/api/pictures/usr_${'0'.repeat(26)}/x`,
    '/api/pictures/../graphql/x/y',
  ])('is not found at %s', async (path) => {
    const { cookie } = await server.as('user');
    expect((await server.request(path, { headers: { cookie } })).status).toBe(404);
  });

  it('has no address where there is none', async () => {
    const { id } = await createUser(database);
    const admin = await server.as('admin');
    const { data } = await admin.send('query ($id: ID!) { user(id: $id) { pictureUrl } }', { id });
    expect(data.user).toEqual({ pictureUrl: null });
  });
});
