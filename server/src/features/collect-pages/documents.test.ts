import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pageMarkers } from '@kindling/contract/collect-page';
import { expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createDocuments } from './documents.ts';

const page = (word: string) => `<style></style><p>${word.repeat(100)}</p>`;

test('a document is rendered once for all who come at the same time and afterward', async () => {
  const documents = createDocuments(1_000_000);
  const render = vi.fn(async () => page('a'));
  const [first, second] = await Promise.all([documents.get(1, 'en', render), documents.get(1, 'en', render)]);
  expect(first).toBe(second);
  expect(await documents.get(1, 'en', render)).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
});

test('another version and another name are other documents', async () => {
  const documents = createDocuments(1_000_000);
  await documents.get(1, 'en', () => page('a'));
  expect((await documents.get(2, 'en', () => page('b'))).html).toBe(page('b'));
  expect((await documents.get(1, 'de', () => page('c'))).html).toBe(page('c'));
});

test('above the bound the one that was not used for the longest time leaves', async () => {
  const documents = createDocuments(page('a').length * 4 * 2);
  const render = vi.fn((word: string) => () => page(word));
  await documents.get(1, 'a', render('a'));
  await documents.get(1, 'b', render('b'));
  await documents.get(1, 'a', () => 'not asked');
  await documents.get(1, 'c', render('c'));
  expect((await documents.get(1, 'a', () => 'gone')).html).toBe(page('a'));
  expect((await documents.get(1, 'b', () => page('d'))).html).toBe(page('d'));
});

test('the bound holds for the memory that is really used', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const used = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const maxBytes = 4 * 1024 * 1024;
  const { token, key, challenge, path } = pageMarkers;
  const words = 'How was your visit? '.repeat(100);
  const html = `<p>${words}</p><i a="${token}" b="${key}" c="${challenge}" d="${path}">${words}</i>`;
  const documents = createDocuments(maxBytes);
  const before = used();
  for (let version = 0; version < 1_000; version += 1) {
    const template = await documents.get(version, 'en', () => html);
    template.gzip({ token: 'a', key: 'b', challenge: '{}', path: 'c' });
    template.whole('br');
  }
  // The memory of collected buffers is given back by a thread of its own.
  await eventually(() => expect(used() - before).toBeLessThan(maxBytes));
  expect((await documents.get(999, 'en', () => 'rendered anew')).html).toBe(html);
});

test('a rendering that fails is tried again', async () => {
  const documents = createDocuments(1_000_000);
  await expect(documents.get(1, 'en', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  );
  expect((await documents.get(1, 'en', () => page('a'))).html).toBe(page('a'));
});
