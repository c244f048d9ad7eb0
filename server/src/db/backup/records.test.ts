import { Readable } from 'node:stream';
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { each, gather } from '../../testing/async-lists.ts';
import { type BackupRecord, packRecords, unpackRecords } from './records.ts';

const megabyte = 1024 * 1024;
const end: BackupRecord = { kind: 'end', value: { tables: 0, rows: 0 } };

const rowsOf = (bytes: Buffer): BackupRecord => ({ kind: 'rows', bytes });

/** A record as it is in a backup. */
function encoded(code: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = code;
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}
const encodedEnd = encoded(5, Buffer.from(JSON.stringify(end.kind === 'end' ? end.value : null)));

/** As earlier versions wrote it: one stream, cut into frames anywhere. */
const inFirstFormat = (bytes: Buffer): Promise<Buffer[]> =>
  gather(
    Readable.from([bytes]).pipe(createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })),
  );

async function bytesOf(frames: readonly Buffer[], format: 1 | 2): Promise<number> {
  let bytes = 0;
  for await (const record of unpackRecords(each(frames), format))
    if (record.kind === 'rows') bytes += record.bytes.length;
  return bytes;
}

test('no frame becomes more than a megabyte, however well its rows can be compressed', async () => {
  const rows = Buffer.alloc(65 * megabyte, 'a');
  const frames = await gather(packRecords(each([rowsOf(rows), rowsOf(Buffer.from('b')), end])));
  expect(frames).toHaveLength(66);
  expect(await bytesOf(frames, 2)).toBe(rows.length + 1);
});

test('a frame that becomes more than a megabyte is refused', async () => {
  const bytes = Buffer.concat([encoded(3, Buffer.alloc(2 * megabyte)), encodedEnd]);
  const pieces = [
    bytes.subarray(0, megabyte),
    bytes.subarray(megabyte, 2 * megabyte),
    bytes.subarray(2 * megabyte),
  ];
  expect(
    await bytesOf(
      pieces.map((piece) => zstdCompressSync(piece)),
      2,
    ),
  ).toBe(2 * megabyte);
  const whole = zstdCompressSync(bytes);
  expect(whole.length).toBeLessThan(1000);
  await expect(bytesOf([whole], 2)).rejects.toMatchObject({ reason: 'damaged' });
});

test('the frames of a backup of the first format are read, and refused when they become too much', async () => {
  const record = encoded(3, Buffer.alloc(32 * megabyte));
  const half = await inFirstFormat(Buffer.concat([record, encodedEnd]));
  expect(await bytesOf([...half, Buffer.alloc(0)], 1)).toBe(32 * megabyte);
  const bomb = Buffer.concat(await inFirstFormat(Buffer.concat([...Array(9).fill(record), encodedEnd])));
  await expect(bytesOf([bomb], 1)).rejects.toMatchObject({ reason: 'damaged' });
});

test('a record is copied a few times, however many pieces it comes in', async () => {
  const record = encoded(3, Buffer.alloc(8 * megabyte));
  const frames = await inFirstFormat(Buffer.concat([record, encodedEnd]));
  const original = Buffer.concat;
  let copied = 0;
  const concat = vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    const all = original(list, length);
    copied += all.length;
    return all;
  });
  try {
    expect(await bytesOf(frames, 1)).toBe(8 * megabyte);
  } finally {
    concat.mockRestore();
  }
  expect(copied).toBeLessThan(3 * record.length);
});

test('records that are too large, cut off, unknown or no JSON are refused', async () => {
  const large = Buffer.alloc(5);
  large[0] = 3;
  large.writeUInt32BE(64 * megabyte + 1, 1);
  const broken: Record<string, Buffer> = {
    large,
    'cut off in its head': encodedEnd.subarray(0, 3),
    'cut off in its body': encodedEnd.subarray(0, -1),
    unknown: encoded(9, Buffer.alloc(1)),
    'no JSON': encoded(1, Buffer.from('{')),
    'other JSON': encoded(1, Buffer.from('{}')),
    'more behind the end': Buffer.concat([encodedEnd, encodedEnd]),
  };
  for (const [name, bytes] of Object.entries(broken))
    await expect(bytesOf([zstdCompressSync(bytes)], 2), name).rejects.toMatchObject({ reason: 'damaged' });
  const whole = zstdCompressSync(encodedEnd);
  expect(await bytesOf([whole], 2)).toBe(0);
  for (const format of [1, 2] as const) {
    await expect(bytesOf([whole.subarray(0, -3)], format)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(bytesOf([Buffer.from('not compressed')], format)).rejects.toMatchObject({
      reason: 'damaged',
    });
  }
});
