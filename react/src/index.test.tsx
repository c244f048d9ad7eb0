import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KindlingReviews } from './index.tsx';
import { fetchFragment } from './server.ts';

const host = 'https://reviews.example.com';
const place = 'display:flow-root;width:100%;min-width:min(60%,240px)';
const template = '<template shadowrootmode="open"><style>.r{}</style><p>Warm bread &amp; more</p></template>';

/** A fetch with one answer for every address, which records the requests. */
function answering(answer: () => Promise<Response>) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (address) => {
    asked.push(String(address));
    return answer();
  };
  return { asked, fetch };
}

test('reserves space with the rule of the embed code', () => {
  const html = renderToString(
    <KindlingReviews code="k3v9xq2mzt" host={host} reserve={{ narrow: 900, wide: 600 }} />,
  );
  expect(html).toBe(
    `<kindling-reviews code="k3v9xq2mzt" style="${place}"><span style="display:block;height:0;overflow:hidden;letter-spacing:240px;padding-bottom:max(min(900px,(552px - 100%)*9999),600px)">\u00A0 \u00A0</span></kindling-reviews>`,
  );
});

test('contains the content in the first HTML, unchanged', () => {
  const html = renderToString(
    <KindlingReviews code="k3v9xq2mzt" host={host} html={template} className="a" />,
  );
  expect(html).toBe(
    `<kindling-reviews code="k3v9xq2mzt" class="a" style="${place}">${template}</kindling-reviews>`,
  );
});

test('is empty without content', () => {
  const html = renderToString(<KindlingReviews code="k3v9xq2mzt" host={host} html={null} />);
  expect(html).toContain('></kindling-reviews>');
});

test('the code is escaped in its attribute', () => {
  const html = renderToString(<KindlingReviews code={'"><script>x</script>'} host={host} />);
  expect(html).not.toContain('<script');
});

test('fetches the fragment of the code and extracts the template', async () => {
  const { asked, fetch } = answering(
    async () =>
      new Response(`<kindling-reviews code="k3v9xq2mzt" style="x">${template}</kindling-reviews>\n`),
  );
  expect(await fetchFragment(`${host}/`, 'k3v9xq2mzt', { fetch })).toBe(template);
  expect(asked).toEqual([`${host}/e/k3v9xq2mzt.html`]);
});

test('a code is encoded as one segment of the path', async () => {
  const { asked, fetch } = answering(async () => new Response(''));
  await fetchFragment(host, '../api/x?y', { fetch });
  expect(asked).toEqual([`${host}/e/..%2Fapi%2Fx%3Fy.html`]);
});

test.each([
  ['an error', async () => new Response(template, { status: 404 })],
  ['something else', async () => new Response('<!doctype html><title>Proxy</title>')],
  ['no answer', () => Promise.reject(new Error('ECONNREFUSED'))],
])('%s results in no content and no error', async (_what, answer) => {
  expect(await fetchFragment(host, 'k3v9xq2mzt', answering(answer))).toBeNull();
});

test('does not wait for a slow installation', async () => {
  const fetch: typeof globalThis.fetch = (_address, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  expect(await fetchFragment(host, 'k3v9xq2mzt', { fetch, timeout: 1 })).toBeNull();
});
