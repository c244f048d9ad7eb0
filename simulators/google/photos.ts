import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Call } from '../kit/call.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { type HttpResponse, textResponse } from '../kit/response.ts';

/** The host of profile pictures; this simulator serves its paths. */
const photoHost = 'https://lh3.googleusercontent.com';

/** Gives two of three named authors a picture that depends on the name, because most authors on Google have one. */
export function withPhoto(review: JsonObject): JsonObject {
  const { reviewer } = review;
  if (!isJsonObject(reviewer) || reviewer.isAnonymous === true || 'profilePhotoUrl' in reviewer)
    return review;
  const hash = createHash('sha256')
    .update(stringField(reviewer, 'displayName') ?? '')
    .digest();
  if (hash.readUInt8(0) % 3 === 0) return review;
  const name = hash.toString('base64url').slice(0, 30);
  return {
    ...review,
    reviewer: { ...reviewer, profilePhotoUrl: `${photoHost}/a/ACg8oc${name}=s128-c0x00000000-cc-rp-mo` },
  };
}

/** `GET /a/{picture}`: a portrait of two shapes, in colors that depend on the name. */
export function getPhoto({ params }: Call): HttpResponse {
  const name = (params.picture ?? '').split('=')[0] ?? '';
  if (name === '') return textResponse(404, 'Not found');
  return {
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400, no-transform' },
    content: { kind: 'bytes', bytes: portrait(createHash('sha256').update(name).digest()) },
  };
}

const side = 128;

function portrait(seed: Buffer): Buffer {
  const shade = (at: number, from: number) => from + (seed.readUInt8(at) % 70);
  const back = [shade(0, 150), shade(1, 150), shade(2, 150)];
  const body = [shade(3, 40), shade(4, 40), shade(5, 60)];
  const skin = [shade(6, 160), shade(6, 110), shade(6, 80)];
  const rows: number[] = [];
  for (let y = 0; y < side; y += 1) {
    rows.push(0);
    for (let x = 0; x < side; x += 1) {
      const isHead = (x - 64) ** 2 + (y - 50) ** 2 < 26 ** 2;
      const isBody = (x - 64) ** 2 / 46 ** 2 + (y - 128) ** 2 / 44 ** 2 < 1;
      rows.push(...(isHead ? skin : isBody ? body : back));
    }
  }
  return png(Buffer.from(rows));
}

/** PNG (W3C, 3rd edition) of 8-bit RGB rows, each with its filter byte. */
function png(rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
