// Archives that have the same bytes whenever and wherever they are made of the same files: sorted, without times and owners.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const BLOCK = 512;
const NAME_BYTES = 100;
/** 1980-01-01, because some programs refuse files of 1970. */
const MTIME = 315_532_800;
/** The byte of a gzip header that names the system of its maker; 255 is an unknown one. */
const SYSTEM_BYTE = 9;

/**
 * Writes files of `folder` as a gzipped tar archive.
 * @param {{ name: string, mode: number }[]} files sorted, names relative with slashes
 * @param prefix the folder in the archive that holds them
 */
export async function writeArchive(archive, folder, files, prefix) {
  const gzip = createGzip({ level: 9 });
  const out = gzip.pipe(withoutSystem()).pipe(createWriteStream(archive));
  const written = finished(out);
  // Awaited below; a failure in between must not end the process.
  written.catch(() => {});
  const write = async (bytes) => {
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
  };
  for (const { name, mode } of files) {
    const content = await readFile(join(folder, name));
    for (const bytes of entryOf(`${prefix}/${name}`, mode, content)) await write(bytes);
  }
  gzip.end(Buffer.alloc(2 * BLOCK));
  await written;
}

function* entryOf(name, mode, content) {
  if (Buffer.byteLength(name) > NAME_BYTES) {
    // The extended header of POSIX, for names that the old one has no room for.
    const record = paxRecord('path', name);
    yield header({ name: 'pax-header', mode: 0o644, size: record.length, type: 'x' });
    yield padded(record);
  }
  yield header({ name, mode, size: content.length, type: '0' });
  yield padded(content);
}

/** `length key=value\n`, where the length counts its own digits too. */
function paxRecord(key, value) {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (rest.length + String(length).length !== length) length = rest.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function header({ name, mode, size, type }) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, at, length) => block.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');
  Buffer.from(name).copy(block, 0, 0, NAME_BYTES);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MTIME, 136, 12);
  block.write(' '.repeat(8), 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
  return block;
}

function padded(content) {
  const rest = content.length % BLOCK;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(BLOCK - rest)]);
}

function withoutSystem() {
  let seen = 0;
  return new Transform({
    transform(chunk, _encoding, done) {
      if (seen <= SYSTEM_BYTE && seen + chunk.length > SYSTEM_BYTE) chunk[SYSTEM_BYTE - seen] = 255;
      seen += chunk.length;
      done(null, chunk);
    },
  });
}
