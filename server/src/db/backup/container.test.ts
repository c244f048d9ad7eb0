import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { each, gather } from '../../testing/async-lists.ts';
import { openFrames, type ReadingKeys, sealFrames } from './container.ts';
import { type BackupHeader, headerLine, protectionWith, signingKey } from './header.ts';

const secret = 'a secret that is long enough for this';
const encrypting: ReadingKeys = {
  key: 'kG7tR2vXq9LmZ4wYb8NcD1fHs6JpA3eU',
  secrets: [secret],
  unencrypted: false,
};
const signing: ReadingKeys = { ...encrypting, key: null };
const accepting = (keys: ReadingKeys): ReadingKeys => ({ ...keys, unencrypted: true });

const headerOf = (protection: Pick<BackupHeader, 'format' | 'encryption' | 'signature'>): BackupHeader => ({
  id: newId(),
  installation: newId(),
  createdAt: '2026-11-29T02:30:00.000Z',
  expiresAt: '2026-12-29T02:30:00.000Z',
  ...protection,
});
/** What earlier versions wrote without a key, and what anybody can write. */
const unsigned = (format: 1 | 2 = 1) => headerOf({ format, encryption: null, signature: null });

interface Written {
  line: Buffer;
  /** The last one is empty. */
  frames: Buffer[];
}

async function write(header: BackupHeader, keys: ReadingKeys, pieces = ['one', 'two']): Promise<Written> {
  const [line, ...frames] = await gather(
    sealFrames(header, keys, each(pieces.map((piece) => Buffer.from(piece)))),
  );
  return { line: line ?? Buffer.alloc(0), frames };
}

async function read({ line, frames }: Written, keys: ReadingKeys): Promise<string> {
  const opened = await openFrames(each([line, ...frames]), keys);
  return (await buffer(opened.frames)).toString();
}

const changed = (bytes: Buffer | undefined, at: number): Buffer => {
  const copy = Buffer.from(bytes ?? []);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test.each([
  ['encrypted', encrypting],
  ['signed', signing],
])(
  'of a backup that is %s no frame is changed, moved, removed, added or taken from another one',
  async (_name, keys) => {
    const header = headerOf(protectionWith(keys));
    const whole = await write(header, keys);
    const { line, frames } = whole;
    const [first, second, end] = frames as [Buffer, Buffer, Buffer];
    expect(await read(whole, keys)).toBe('onetwo');
    const later = { ...header, expiresAt: '2036-12-29T02:30:00.000Z' };
    const other = await write({ ...headerOf(protectionWith(keys)) }, keys, ['uno', 'due']);
    // Of the same header, as far as it says how the frames are protected.
    const sibling = await write({ ...header, id: newId() }, keys, ['uno', 'due']);
    const asLast = changed(second, 4);
    const forgeries: Record<string, Written> = {
      'another date': { line: headerLine(later), frames },
      'another id': { line: headerLine({ ...header, id: newId() }), frames },
      'another format': { line: headerLine({ ...header, format: 1 }), frames },
      'no signature': { line: headerLine({ ...header, signature: null, encryption: null }), frames },
      'a changed byte': { line, frames: [first, changed(second, second.length - 1), end] },
      'a changed tag': { line, frames: [first, changed(second, 5), end] },
      'another order': { line, frames: [second, first, end] },
      'a missing frame': { line, frames: [second, end] },
      'a frame twice': { line, frames: [first, second, second, end] },
      'an early end': { line, frames: [first, asLast] },
      'no end': { line, frames: [first, second] },
      'more behind the end': { line, frames: [...frames, first] },
      'a frame of another backup': { line, frames: [first, other.frames[1] ?? end, end] },
      'a frame of a sibling': { line, frames: [first, sibling.frames[1] ?? end, end] },
      'frames of another backup': { line, frames: other.frames },
      'the end of another backup': { line, frames: [first, second, other.frames[2] ?? first] },
    };
    for (const [name, forgery] of Object.entries(forgeries))
      await expect(read(forgery, accepting(keys)), name).rejects.toMatchObject({ reason: 'damaged' });
  },
);

test('what is signed with another secret is refused, and what an older one signed is read', async () => {
  const whole = await write(headerOf(protectionWith(signing)), signing);
  const others = ['another secret that is long enough'];
  await expect(read(whole, { ...signing, secrets: others })).rejects.toMatchObject({
    reason: 'key',
    message: expect.stringContaining('Set KINDLING_SECRET to the one of the backup'),
  });
  expect(await read(whole, { ...signing, secrets: [...others, secret] })).toBe('onetwo');
});

test('a signature with our key id that is made without our secret is refused', async () => {
  const line = headerLine(headerOf(protectionWith(signing)));
  const headerHash = createHash('sha256').update(line).digest();
  const data = Buffer.from('forged');
  /** Only one frame, which is the last. */
  const forgedWith = (begin: () => Hash | Hmac): Written => {
    const place = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const tag = begin().update(headerHash).update(place).update(data).digest().subarray(0, 16);
    return { line, frames: [Buffer.concat([Buffer.from([0, 0, 0, data.length, 1]), tag, data])] };
  };
  // So the frame is put together as it must be.
  expect(
    await read(
      forgedWith(() => createHmac('sha256', signingKey(secret).key)),
      signing,
    ),
  ).toBe('forged');
  const { key: other } = signingKey('another secret that is long enough');
  for (const begin of [() => createHash('sha256'), () => createHmac('sha256', other)])
    await expect(read(forgedWith(begin), accepting(signing))).rejects.toMatchObject({ reason: 'damaged' });
});

test('with a key, what is not encrypted is refused, unless the operator wants it', async () => {
  for (const header of [unsigned(), unsigned(2), headerOf(protectionWith(signing))]) {
    const whole = await write(header, signing);
    await expect(read(whole, encrypting)).rejects.toMatchObject({
      reason: 'unprotected',
      message: expect.stringContaining('give --unencrypted'),
    });
    expect(await read(whole, accepting(encrypting))).toBe('onetwo');
  }
});

test('without a key, what is not signed is refused, unless the operator wants it', async () => {
  for (const header of [unsigned(), unsigned(2)]) {
    const whole = await write(header, signing);
    await expect(read(whole, signing)).rejects.toMatchObject({
      reason: 'unprotected',
      message: expect.stringContaining('neither encrypted nor signed'),
    });
    expect(await read(whole, accepting(signing))).toBe('onetwo');
    const [first, second, end] = whole.frames as [Buffer, Buffer, Buffer];
    const damaged = { ...whole, frames: [first, changed(second, second.length - 1), end] };
    await expect(read(damaged, accepting(signing))).rejects.toMatchObject({ reason: 'damaged' });
  }
});

test('one of the first format needs no signature when it is encrypted', async () => {
  const header = { ...headerOf(protectionWith(encrypting)), format: 1 as const };
  const { signature: _unknown, ...earlier } = header;
  const line = headerLine(earlier as BackupHeader);
  expect((await openFrames(each([line]), encrypting)).header).toEqual(header);
  const whole = await write(header, encrypting);
  expect(await read(whole, encrypting)).toBe('onetwo');
});
