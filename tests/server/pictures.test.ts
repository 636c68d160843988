import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPicture } from '#server/features/profile-picture/picture.ts';
import { limits } from '#shared/limits.ts';
import { createToken } from '#tests/support/access-tokens.ts';
import { createOrganization } from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const update = `mutation ($picture: String!) {
  updateViewerPicture(input: { picture: $picture }) { viewer { user { pictureUrl } } errors { code field } }
}`;
const remove =
  'mutation { deleteViewerPicture { viewer { user { pictureUrl } } errors { code } } }';

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)]);
  bytes.writeUInt32BE(data.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

const plain = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } });

const png = await plain(256, 256).png().toBuffer();
const jpeg = await plain(200, 100).jpeg().toBuffer();
const webp = await plain(200, 100).webp().toBuffer();

const headerEnd = 33;
const withChunks = (...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);

const pngHeader = (width: number, height: number) => {
  const header = Buffer.from(png.subarray(16, headerEnd - 4));
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return chunk('IHDR', header);
};

const pngOf = (width: number, height: number) =>
  Buffer.concat([png.subarray(0, 8), pngHeader(width, height), png.subarray(headerEnd)]);

const side = limits.pictureSideMax;
const largest = await plain(side, side).png().toBuffer();
const wide = await plain(side + 1, 10)
  .png()
  .toBuffer();
const tall = await plain(10, side + 1)
  .jpeg()
  .toBuffer();
const tiff = await plain(9, 9).tiff().toBuffer();
const avif = await plain(9, 9).avif().toBuffer();
const frames = ['teal', 'red'].map((colour) => plain(9, 9, colour).png().toBuffer());
const animatedWebp = await sharp(await Promise.all(frames), {
  join: { animated: true },
})
  .webp({ delay: [100, 100] })
  .toBuffer();

const secret = Buffer.from('GPS 52.5200,13.4050 and more');

describe('a file', () => {
  it.each([
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a WebP', webp, 'image/webp'],
    ['of the largest size', largest, 'image/png'],
  ])('that is %s is a picture', async (_what, bytes, type) => {
    const picture = await readPicture(bytes);
    expect(picture?.type).toBe(type);
    expect(await sharp(picture?.content).metadata()).toMatchObject({ format: type.slice(6) });
  });

  it.each([
    [
      'SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
    ],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['TIFF', tiff],
    ['AVIF', avif],
    ['an animated WebP', animatedWebp],
    ['an animated PNG', withChunks(chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])))],
    ['a PNG without an end', png.subarray(0, -20)],
    ['a JPEG without an end', jpeg.subarray(0, -2)],
    ['a WebP without an end', webp.subarray(0, -10)],
    ['too wide', wide],
    ['too high', tall],
    ['larger than memory', pngOf(60_000, 60_000)],
    ['a PNG with a second header', withChunks(pngHeader(60_000, 60_000))],
  ])('that is %s is none', async (_what, bytes) => {
    expect(await readPicture(bytes)).toBeUndefined();
  });
});

const exif = { IFD0: { Copyright: secret.toString() } };
const withExif = (format: 'jpeg' | 'webp') =>
  plain(200, 100).toFormat(format).withExif(exif).withIccProfile('p3').toBuffer();
const withMetadata: Record<string, Buffer> = {
  'of a PNG': withChunks(chunk('eXIf', secret), chunk('tEXt', Buffer.from(`Comment\0${secret}`))),
  'of a JPEG': await withExif('jpeg'),
  'of a WebP': await withExif('webp'),
};

describe('the metadata', () => {
  it.each(Object.entries(withMetadata))(
    '%s and what follows its end are not stored',
    async (_of, bytes) => {
      expect(bytes.includes('GPS')).toBe(true);
      const { content = new Uint8Array() } =
        (await readPicture(Buffer.concat([bytes, secret]))) ?? {};
      expect(content.length).toBeGreaterThan(0);
      expect(Buffer.from(content).includes('GPS')).toBe(false);
      const { exif: kept, icc, xmp } = await sharp(content).metadata();
      expect([kept, icc, xmp]).toEqual([undefined, undefined, undefined]);
    },
  );

  it('that is compressed is not inflated', async () => {
    const text = deflateSync(Buffer.alloc(7_000_000, 'A'));
    const texts = Array.from({ length: 8 }, (_, n) =>
      chunk('iTXt', Buffer.concat([Buffer.from(`K${n}\0\x01\0\0\0`), text])),
    );
    const before = process.cpuUsage();
    const picture = await readPicture(withChunks(...texts));
    const { user, system } = process.cpuUsage(before);
    expect(picture?.type).toBe('image/png');
    expect((user + system) / 1_000).toBeLessThan(200);
  });

  it('that turns a picture is applied', async () => {
    const turned = await plain(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const picture = await readPicture(turned);
    expect(await sharp(picture?.content).metadata()).toMatchObject({ width: 100, height: 200 });
  });
});

const hexOf = async (bytes: Buffer) =>
  Buffer.from((await readPicture(bytes))?.content ?? []).toString('hex');

async function setPicture(person: TestUser, bytes: Uint8Array = png): Promise<string> {
  const { data } = await person.send(update, { picture: Buffer.from(bytes).toString('base64') });
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
    const content = Buffer.from(await response.arrayBuffer());
    expect(content.toString('hex')).toBe(await hexOf(png));
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
    const second = await setPicture(person, await plain(100, 100).png().toBuffer());
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
    await mutate(admin, 'deleteUsers', { ids: [person.id] });
    expect(await database.profilePicture.count({ where: { userId: person.id } })).toBe(0);
  });

  it('is refused if it is none or too long', async () => {
    const person = await server.as('user');
    const ofLength = (length: number) =>
      withChunks(chunk('prIv', Buffer.alloc(length - png.length - 12)));
    await setPicture(person, ofLength(limits.pictureBytesMax));
    const tooLong = ofLength(limits.pictureBytesMax + 1).toString('base64');
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const noisy = sharp({
      create: { width: side, height: side, channels: 3, background: 'teal', noise },
    });
    const growing = await noisy.webp({ quality: 30 }).toBuffer();
    expect(growing.length).toBeLessThan(limits.pictureBytesMax);
    for (const [picture, code] of [
      ['', 'PICTURE_INVALID'],
      ['data:image/png;base64,AAAA', 'PICTURE_INVALID'],
      [Buffer.from('<svg/>'.repeat(20)).toString('base64'), 'PICTURE_INVALID'],
      [tooLong, 'PICTURE_TOO_LARGE'],
      [`${tooLong}AAAA`, 'PICTURE_TOO_LARGE'],
      [growing.toString('base64'), 'PICTURE_TOO_LARGE'],
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
});
