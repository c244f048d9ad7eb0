/** The files of codes, through the route that answers with their bytes. */
import type { Business } from '@kindling/contract/businesses';
import { lookDesign, plainDesign } from '@kindling/contract/code-looks';
import type { CodeFileRequest } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import { defaultPrimary } from '@kindling/design/tokens';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiAddress } from '../../testing/api-address.ts';
import { featureModes } from '../../testing/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { printColors } from './print/scene.ts';

describe.each(featureModes)('files of codes, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let ids: string[];
  let urls: string[];
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('files@example.com');
    const { pipelines } = (await owner.call('GET', '/pipelines')).json as { pipelines: Pipeline[] };
    const made = { pipelineId: pipelines[0]?.id, locationId: null, series: null };
    const contact = {
      name: 'Mara Jović',
      title: 'Owner; baker',
      phone: '+381 11 123456',
      email: 'mara@example.com',
      website: 'https://bakery.example',
      address: 'Main Street 1, 11000 Beograd',
    };
    const names = ['Table 1', 'Table 2'];
    const qr = await owner.call('POST', '/codes', {
      ...made,
      kind: 'qr',
      names,
      design: lookDesign('harbor'),
    });
    const nfc = await owner.call('POST', '/codes', {
      ...made,
      kind: 'nfc',
      names: ['Card'],
      design: plainDesign,
      contact,
    });
    ids = [qr, nfc].flatMap(({ json }) => (json as { ids: string[] }).ids);
    urls = await Promise.all(
      ids.map(
        async (id) => ((await owner.call('GET', `/codes/${id}`)).json as { code: { url: string } }).code.url,
      ),
    );
  });
  afterAll(() => app.close());

  async function load(request: Partial<CodeFileRequest>, token = owner.token) {
    const answer = await app.web.inject({
      method: 'POST',
      url: apiAddress('/codes/files'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ ids: [ids[0]], file: 'svg', language: 'en', ...request }),
    });
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type']),
      headers: answer.headers,
      bytes: answer.rawPayload,
      text: answer.payload,
    };
  }
  async function decode(bytes: Buffer): Promise<string | undefined> {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
  }

  test.each([256, 1024, 4096])('a PNG of %i pixels holds the address', async (size) => {
    const { status, type, bytes } = await load({ file: 'png', size });
    expect([status, type]).toEqual([200, 'image/png']);
    const { width = 0, height = 0 } = await sharp(bytes).metadata();
    expect(Math.max(width, height)).toBe(size);
    const small = await sharp(bytes)
      .resize({ width: Math.min(width, 800) })
      .png()
      .toBuffer();
    // The reader misses some codes at one size, and reads the same points twice as large.
    const enlarged = await sharp(small)
      .resize({ width: 2 * Math.min(width, 800), kernel: 'nearest' })
      .png()
      .toBuffer();
    expect((await decode(small)) ?? (await decode(enlarged))).toBe(urls[0]);
  });

  test('an SVG has no script, no link, and the words of the language', async () => {
    const { type, text, headers } = await load({ file: 'svg', language: 'sr' });
    expect(type).toBe('image/svg+xml');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(text).not.toMatch(/<script|href="http|<foreignObject/);
    expect(text).not.toBe((await load({ file: 'svg', language: 'en' })).text);
    expect(await decode(await sharp(Buffer.from(text)).resize({ width: 600 }).png().toBuffer())).toBe(
      urls[0],
    );
  });

  test.each(['poster', 'tent', 'stickers-medium', 'business-card', 'nfc-card'] as const)(
    'a %s is a PDF',
    async (file) => {
      const { status, type, bytes } = await load({ file });
      expect([status, type, bytes.toString('latin1', 0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    },
  );

  test('a print has the color of the page, or the one that was chosen', async () => {
    const ground = (color: string) => {
      const parts = printColors(color).ground.match(/[0-9a-f]{2}/gi) ?? [];
      return `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(',')})`;
    };
    const colorOf = async (request: Partial<CodeFileRequest>) => {
      const { bytes } = await load({ file: 'nfc-card', ids: [ids[2] ?? ''], ...request });
      return readPdf(bytes).pages[0]?.svg.match(/fill="(rgb[^"]+)"/)?.[1];
    };
    expect(await colorOf({}), 'a fresh account').toBe(ground(defaultPrimary));
    expect(await colorOf({ color: '#8a3b12' })).toBe(ground('#8a3b12'));
    const { businesses } = (await owner.call('GET', '/businesses')).json as { businesses: Business[] };
    const { id = '', name, website = null } = businesses[0] ?? {};
    await owner.call('PUT', `/businesses/${id}`, { name, website, brandColor: '#0f766e' });
    expect(await colorOf({}), 'of the business').toBe(ground('#0f766e'));
    const { pipelines } = (await owner.call('GET', '/pipelines')).json as { pipelines: [Pipeline] };
    const { id: pipelineId, slug, settings, updatedAt, name: page } = pipelines[0];
    const look = { ...settings.look, color: '#7a2e8e' };
    const change = { name: page, slug, settings: { ...settings, look }, updatedAt };
    expect((await owner.call('PUT', `/pipelines/${pipelineId}`, change)).status).toBe(200);
    expect(await colorOf({}), 'of the page').toBe(ground('#7a2e8e'));
  });

  test('a sheet has all codes, in the order of the request', async () => {
    const one = await load({ file: 'sheet', ids: ids.slice(0, 1) });
    const two = await load({ file: 'sheet', ids: ids.slice(0, 2) });
    expect(two.type).toBe('application/pdf');
    expect(two.bytes.length).toBeGreaterThan(one.bytes.length);
  });

  test('the bytes of a tag hold the address, and a card its contact', async () => {
    const tag = await load({ file: 'ndef', ids: [ids[2] ?? ''] });
    const rest = Buffer.from(urls[2]?.replace('http://', '') ?? '');
    expect(tag.bytes).toEqual(Buffer.concat([Buffer.from([0xd1, 0x01, rest.length + 1, 0x55, 0x03]), rest]));
    const card = await load({ file: 'contact', ids: [ids[2] ?? ''] });
    expect(card.type).toBe('text/vcard; charset=utf-8');
    expect(card.text).toContain('FN:Mara Jović\r\n');
    expect(card.text).toContain('TITLE:Owner\\; baker\r\n');
    expect((await load({ file: 'contact' })).status, 'a code without a contact').toBe(404);
  });

  test('codes of others, unknown files and sizes out of bounds are refused', async () => {
    const stranger = await app.signIn('stranger@example.com');
    expect((await load({}, stranger.token)).status).toBe(404);
    expect((await load({}, 'nobody')).status).toBe(401);
    expect((await load({ ids: [] })).status).toBe(400);
    expect((await load({ size: 5000, file: 'png' })).status).toBe(400);
    expect((await load({ file: 'exe' as 'svg' })).status).toBe(400);
  });
});
