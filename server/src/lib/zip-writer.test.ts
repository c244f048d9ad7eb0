import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createZipWriter, emptyZip, ZipLimitError, type ZipState, zipStateSchema } from './zip-writer.ts';

const modified = new Date('2026-11-26T10:20:30Z');

const files: Record<string, Uint8Array[]> = {
  'readme.txt': [Buffer.from('Grüße')],
  'empty.csv': [],
  'pictures/ж.png': [randomBytes(3_000)],
  'data/many.json': Array.from({ length: 50 }, (_, index) => Buffer.from(`${index} `.repeat(5_000))),
};

/** Writes the files, and begins anew from a stored state after each step where `restart` says so. */
async function writeAll(restart: boolean): Promise<Buffer> {
  const out: Buffer[] = [];
  const records: Buffer[] = [];
  let stored = JSON.stringify(emptyZip);
  let writer = createZipWriter(modified);
  const step = () => {
    if (!restart) return;
    stored = JSON.stringify(writer.state);
    writer = createZipWriter(modified, zipStateSchema.parse(JSON.parse(stored)));
  };
  for (const [name, pieces] of Object.entries(files)) {
    out.push(writer.begin(name));
    step();
    for (const piece of pieces) {
      out.push(await writer.write(piece));
      step();
    }
    const { bytes, record } = writer.end();
    out.push(bytes);
    records.push(record);
    step();
  }
  return Buffer.concat([...out, ...records, writer.finish()]);
}

test('another program unpacks what was written, from one process or from several', async () => {
  const archive = await writeAll(false);
  const unpacked = unzipSync(archive);
  expect(Object.keys(unpacked)).toEqual(Object.keys(files));
  for (const [name, pieces] of Object.entries(files))
    expect.soft(Buffer.from(unpacked[name] ?? []).equals(Buffer.concat(pieces)), name).toBe(true);
  expect((await writeAll(true)).equals(archive)).toBe(true);
});

test('an archive that is cut off is recognized as broken', async () => {
  const archive = await writeAll(false);
  for (const end of [archive.length - 1, archive.length - 40, Math.floor(archive.length / 2)])
    expect(() => unzipSync(archive.subarray(0, end))).toThrow();
});

test('more than the format allows is refused', async () => {
  const full: ZipState = { ...emptyZip, offset: 0xffff_ffff - 20 };
  expect(() => createZipWriter(modified, full).begin('a')).toThrow(ZipLimitError);
  const many: ZipState = { ...emptyZip, files: 0xffff };
  expect(() => createZipWriter(modified, many).begin('a')).toThrow(ZipLimitError);
  const open = { name: 'a', offset: 0, checksum: 0, size: 0xffff_ffff, packed: 0 };
  await expect(createZipWriter(modified, { ...emptyZip, open }).write(Buffer.from('a'))).rejects.toThrow(
    ZipLimitError,
  );
});
