/** Profile pictures: what is one, who sees it, and when it goes. */
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

/** The beginning of a PNG of this size, filled up to `length` bytes. */
function png(width = 256, height = 256, length = 64): Buffer {
  const bytes = Buffer.alloc(length, 7);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A JPEG whose frame follows `segments` of 20 bytes. */
function jpeg(width: number, height: number, segments = 1): Buffer {
  const segment = Buffer.alloc(20);
  segment.writeUInt16BE(0xffe0);
  segment.writeUInt16BE(18, 2);
  const frame = Buffer.alloc(40);
  frame.writeUInt16BE(0xffc2);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array(segments).fill(segment), frame]);
}

/** A WebP file with one chunk. */
function webp(kind: string, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF0000WEBP${kind}`, 'latin1');
  write(bytes);
  return bytes;
}
const lossy = webp('VP8 ', (bytes) => {
  bytes.write('\x9d\x01\x2a', 23, 'latin1');
  bytes.writeUInt16LE(200, 26);
  bytes.writeUInt16LE(100, 28);
});
const lossless = webp('VP8L', (bytes) => {
  bytes[20] = 0x2f;
  bytes.writeUInt32LE(199 | (99 << 14), 21);
});
const extended = (flags: number) =>
  webp('VP8X', (bytes) => {
    bytes[20] = flags;
    bytes.writeUIntLE(199, 24, 3);
    bytes.writeUIntLE(99, 27, 3);
  });

describe('a file', () => {
  it.each([
    ['a PNG', png(), 'image/png'],
    ['a JPEG', jpeg(200, 100), 'image/jpeg'],
    ['a JPEG after long metadata', jpeg(200, 100, 2_000), 'image/jpeg'],
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
    ['an animation', extended(0b10)],
    ['too wide', png(limits.pictureSideMax + 1, 10)],
    ['too high', jpeg(10, limits.pictureSideMax + 1)],
    ['without pixels', png(0, 10)],
    ['cut off in its header', png().subarray(0, 20)],
    ['a JPEG without a frame', jpeg(10, 10, 5).subarray(0, 90)],
    [
      'a JPEG whose segments have no length',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(60, 0xff)]),
    ],
    ['empty', Buffer.alloc(0)],
  ])('that is %s is none', (_what, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
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
    await admin.send('mutation ($id: ID!) { deleteUser(input: { id: $id }) { deletedUserId } }', {
      id: person.id,
    });
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
