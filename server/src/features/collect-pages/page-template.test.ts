import { execFileSync } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { pageMarkers } from '@kindling/contract/collect-page';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPageTemplate } from './page-template.ts';

const { token, key, challenge, path } = pageMarkers;
const words = 'How was your visit? Tell others what you liked. '.repeat(40);
const page = `<body><p>${words}</p><input value="${token}"><input value="${key}"><i data-c="${challenge}">${words}<a href="/${path}?lng=de">é😀</i>`;
const values = { token: 'a-token', key: 'a-key', challenge: '{"salt":"<&"}', path: 'i/a-token' };

test('the compressed page is the filled page', () => {
  const template = createPageTemplate(page);
  expect(gunzipSync(template.gzip(values)).toString()).toBe(template.fill(values));
  expect(template.fill(values)).toContain('data-c="{&quot;salt&quot;:&quot;&lt;&amp;&quot;}"');
});

test('a second visitor gets values of their own', () => {
  const template = createPageTemplate(page);
  template.gzip(values);
  const other = { ...values, token: 'another', key: '' };
  expect(gunzipSync(template.gzip(other)).toString()).toBe(template.fill(other));
});

test('any text and any values come back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(token, key, challenge, path, words))),
      fc.record({
        token: fc.string(),
        key: fc.string(),
        challenge: fc.string({ unit: 'binary' }),
        path: fc.string(),
      }),
      (parts, any) => {
        const template = createPageTemplate(parts.join(''));
        expect(gunzipSync(template.gzip(any)).toString()).toBe(Buffer.from(template.fill(any)).toString());
      },
    ),
  );
});

test('another program reads it, and what is the same for all is compressed', () => {
  const template = createPageTemplate(page);
  const compressed = template.gzip(values);
  expect(execFileSync('gzip', ['-dc'], { input: compressed }).toString()).toBe(template.fill(values));
  expect(compressed.length).toBeLessThan(500);
});
