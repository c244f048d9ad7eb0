import { describe, expect, test } from 'vitest';
import type { FetchedPage } from '../../lib/safe-fetch.ts';
import { analyzePage } from './analyze-page.ts';
import { elementsOf, maxDepth, maxNodes, PageTooLargeError, parsePage } from './parse-page.ts';

const publicUrl = 'https://kindling.example';
const code = 'abcdefghjk';
const other = 'zyxwvutsrq';
const element = `<kindling-reviews code="${code}" style="display:block"></kindling-reviews>`;
const script = `<script async src="${publicUrl}/e/${code}.js"></script>`;
const loader = `<script async src="${publicUrl}/e/loader.js"></script>`;
const iframe = `<iframe src="${publicUrl}/e/${code}" style="height:900px"></iframe>`;
const picture = `<img src="${publicUrl}/e/${code}.png" srcset="${publicUrl}/e/${code}@2x.png 2x" alt="4.8">`;
const fragment = `<kindling-reviews code="${code}"><template shadowrootmode="open"><style></style><p>Hi</p></template></kindling-reviews>`;

function analyze(body: string, page: Partial<FetchedPage> = {}, siteAllowed = true) {
  return analyzePage(
    {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      text: `<!doctype html><html><head><title>Shop</title></head><body>${body}</body></html>`,
      url: 'https://shop.example/reviews',
      ...page,
    },
    { code, siteAllowed, inFlow: true },
    publicUrl,
  );
}
function pageAt(url: string, text: string): FetchedPage {
  return { status: 200, headers: { 'content-type': 'text/html' }, text, url };
}
/** Formatting elements, which the parser reopens in each paragraph. */
function manyKinds(tag: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `<${tag} x=${index}>`).join('');
}
const under = (policy: string) => ({ headers: { 'content-security-policy': policy } });

describe('an embed on a page', () => {
  test.each([
    [element + script, 'found-script'],
    [script + element, 'found-script'],
    [element + loader, 'found-script'],
    [element + script.replace('/e/', '/e/AbC-_123/'), 'found-script'],
    [element + loader.replace('/e/', '/e/AbC-_123/'), 'found-script'],
    [element + script.replace('https:', ''), 'found-script'],
    [element.toUpperCase().replace(code.toUpperCase(), code) + script, 'found-script'],
    [`<base href="${publicUrl}/x/">${element}<script src="../e/${code}.js"></script>`, 'found-script'],
    [`<div><template>${element}</template></div>${script}`, 'found-script'],
    [iframe, 'found-iframe'],
    [iframe.replace(code, `${code}?x=1#y`), 'found-iframe'],
    [fragment, 'found-fragment'],
    [fragment + script, 'found-fragment'],
    [element + iframe, 'found-iframe'],
    [element, 'element-without-script'],
    [script, 'script-without-element'],
    [loader, 'script-without-element'],
    [picture, 'found-picture'],
    [picture.replace('.png', '@2x.png'), 'found-picture'],
    [element + picture, 'found-picture'],
    [picture + element + script, 'found-script'],
    [element + script.replace(code, other), 'element-without-script'],
    ['<p>Nothing</p>', 'not-found'],
    ['', 'not-found'],
    [`<!-- ${element}${script} -->`, 'not-found'],
    [`<textarea>${element}${script}</textarea>`, 'not-found'],
    [script.replace('kindling.example', 'kindling.example.evil.example'), 'not-found'],
    [script.replace('/e/', '/x/'), 'not-found'],
    ['<kindling-reviews></kindling-reviews>', 'element-without-code'],
    ['<script src="http://["></script><script></script>', 'not-found'],
  ])('%s: %s', (body, result) => {
    expect(analyze(body)).toEqual({ result, detail: null });
  });

  test.each([element + loader, script, iframe, fragment])('is not mistaken for another embed: %s', (body) => {
    expect(analyze(body.replaceAll(code, other))).toEqual({ result: 'other-embed', detail: other });
  });

  test('a response that is no HTML, or an error', () => {
    expect(analyze(element, { headers: { 'content-type': 'application/pdf' } })).toEqual({
      result: 'not-html',
      detail: 'application/pdf',
    });
    expect(analyze(element, { status: 503 })).toEqual({ result: 'unreachable', detail: '503' });
    expect(analyze(element + script, { headers: {} }).result).toBe('found-script');
  });

  test('a site that is not allowed; a fragment from the owner’s own server needs no permission', () => {
    expect(analyze(element + script, {}, false)).toEqual({
      result: 'not-allowed-site',
      detail: 'shop.example',
    });
    expect(analyze(iframe, {}, false).result).toBe('not-allowed-site');
    expect(analyze(fragment, {}, false).result).toBe('found-fragment');
    expect(analyze(picture, {}, false).result).toBe('found-picture');
  });
});

describe('the Content Security Policy of a page', () => {
  test.each([
    ["default-src 'self'", 'default-src'],
    ["script-src 'self' https://cdn.example", 'script-src'],
    ["default-src *; script-src 'none'", 'script-src'],
    ["script-src *; script-src-elem 'self'", 'script-src-elem'],
    ["script-src 'nonce-other'", 'script-src'],
    ["script-src https://kindling.example 'strict-dynamic'", 'script-src'],
    ['script-src http://kindling.example:81', 'script-src'],
    ['script-src https://*.kindling.example', 'script-src'],
    ['script-src https://kindling.example/other/', 'script-src'],
    ["script-src *, script-src 'self'", 'script-src'],
    ['SCRIPT-SRC data:', 'script-src'],
    ['script-src', 'script-src'],
  ])('%s: the script may not run', (policy, detail) => {
    expect(analyze(element + script, under(policy))).toEqual({ result: 'blocked-by-csp', detail });
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.split(',').at(-1)}">`;
    expect(analyze(meta + element + script)).toEqual({ result: 'blocked-by-csp', detail });
  });

  test.each([
    'script-src *',
    'script-src https:',
    'script-src http:',
    'script-src kindling.example',
    'script-src HTTPS://Kindling.Example',
    'script-src https://kindling.example:443',
    'script-src http://kindling.example:80',
    'script-src *.example',
    'script-src https://kindling.example/e/',
    `script-src https://kindling.example/e/${code}.js`,
    "default-src 'none'; script-src 'self' https://kindling.example",
    "frame-src 'none'; object-src 'none'; img-src 'self'",
    "script-src 'none'; script-src-elem https://kindling.example",
    "script-src *; script-src 'none'",
    ' ; , ;',
  ])('%s: the script may run', (policy) => {
    expect(analyze(element + script, under(policy)).result).toBe('found-script');
  });

  test('a nonce, and a page on our own origin', () => {
    const marked = script.replace('<script', '<script nonce="r4nd0m"');
    const policy = "script-src 'nonce-r4nd0m' 'strict-dynamic'";
    expect(analyze(element + marked, under(policy)).result).toBe('found-script');
    const own = { ...under("script-src 'self'"), url: `${publicUrl}/page` };
    expect(analyze(element + script, own).result).toBe('found-script');
  });

  test('has its own directives for frames', () => {
    expect(analyze(iframe, under("frame-src 'self'"))).toEqual({
      result: 'blocked-by-csp',
      detail: 'frame-src',
    });
    expect(analyze(iframe, under("child-src 'self'"))).toEqual({
      result: 'blocked-by-csp',
      detail: 'child-src',
    });
    expect(analyze(picture, under("img-src 'self'"))).toEqual({
      result: 'blocked-by-csp',
      detail: 'img-src',
    });
    expect(analyze(iframe, under("script-src 'none'")).result).toBe('found-iframe');
    expect(analyze(iframe, under("default-src 'none'; frame-src https://kindling.example")).result).toBe(
      'found-iframe',
    );
  });

  test('of two ways to embed, the one that works counts', () => {
    expect(analyze(element + script + iframe, under("script-src 'none'")).result).toBe('found-iframe');
    expect(analyze(element + script + loader, under(`script-src ${publicUrl}/e/loader.js`)).result).toBe(
      'found-script',
    );
  });
});

describe('stripped code', () => {
  const php = `<?php echo @file_get_contents('${publicUrl}/e/${code}.html', false, stream_context_create(['http' => ['timeout' => 2]])); ?>`;
  const asText = (markup: string) => markup.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const placeholderAfterKses =
    '<span style="height:0;overflow:hidden;letter-spacing:240px;padding-bottom:max(min(900px,(552px - 100%)*9999),600px)">&#160; &#160;</span>';
  const generator = '<meta name="generator" content="WordPress 6.1.9" />';

  // As WordPress 6.1 (kses) saves and prints the posts of an author, unless noted otherwise.
  test.each([
    ['the empty placeholder of script and loader', `${generator}${placeholderAfterKses}`, 'code-removed'],
    [
      'the empty placeholder of a frame',
      `<p><span style="width:100%;min-width:min(60%,240px)">${placeholderAfterKses}</span></p>`,
      'code-removed',
    ],
    ['nothing remains', '\n\n\n', 'not-found'],
    ['nothing, on a WordPress page', `${generator}\n\n`, 'not-found-wordpress'],
    [
      'WordPress recognized by its files',
      '<link rel="stylesheet" href="/wp-includes/css/a.css">',
      'not-found-wordpress',
    ],
    [
      'WordPress recognized by its API',
      '<link rel="https://api.w.org/" href="/wp-json/">',
      'not-found-wordpress',
    ],
    ['a paragraph', `<p>${asText(`${element}\n${script}`)}</p>`, 'code-as-text'],
    ['a block of code', `<pre class="wp-block-code"><code>${asText(iframe)}</code></pre>`, 'code-as-text'],
    ['curly quotes', `<p>&lt;kindling-reviews code=&#8221;${code}&#8243;&gt;</p>`, 'code-as-text'],
    ['highlighted code', `<i>&lt;kindling-reviews</i> <i>code</i>=<b>"${code}"</b>`, 'code-as-text'],
    ['PHP typed as text', `<p>${asText(php)}</p>`, 'code-as-text'],
    ['PHP that did not run', `<p>${php}</p>`, 'php-not-run'],
    ['PHP, stripped', '<p> [&#8216;timeout&#8217; =&gt; 2]])); ?&gt;</p>', 'php-not-run'],
    ['a fragment', '<p>:host{display:block}.r{color:red}</p>\n<p>Lovely</p>', 'fragment-without-element'],
    ['a picture', `<img decoding="async" src="${publicUrl}/e/${code}.png" alt="4.8">`, 'found-picture'],
    ['an address in a sentence', `<p>See ${publicUrl}/e/${code} here</p>`, 'address-as-text'],
    ['a link', `<p><a href="${publicUrl}/e/${code}">Reviews</a></p>`, 'address-as-text'],
    [
      'an address on a line of its own',
      `<p><iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" title="Shop" src="${publicUrl}/e/${code}#?secret=zcu2Y9i41j" data-secret="zcu2Y9i41j" width="600" height="900"></iframe></p>`,
      'found-iframe',
    ],
    // Other editors.
    [
      'a script stripped, with the placeholder in its element',
      `<kindling-reviews code="${code}" style="width:100%">${placeholderAfterKses}</kindling-reviews>`,
      'element-without-script',
    ],
    ['a script stripped', `${generator}${element}`, 'element-without-script'],
    ['an element stripped', `${generator}${script}`, 'script-without-element'],
    ['attributes stripped', `<kindling-reviews></kindling-reviews>${script}`, 'element-without-code'],
    [
      'a style stripped',
      `<kindling-reviews code="${code}"></kindling-reviews>${script}`,
      'found-without-style',
    ],
    [
      'an empty style',
      `<kindling-reviews code="${code}" style=""></kindling-reviews>${loader}`,
      'found-without-style',
    ],
    [
      'the style of a frame stripped',
      `<iframe src="${publicUrl}/e/${code}"></iframe>`,
      'frame-without-height',
    ],
    ['code in a text field', `<textarea>${asText(element)}</textarea>`, 'not-found'],
  ])('%s', (_, body, result) => {
    expect(analyze(body)).toEqual({ result, detail: null });
  });

  test('the placeholder of another embed does not count as remains of this one', () => {
    const other = `<kindling-reviews code="otherother">${placeholderAfterKses}</kindling-reviews>`;
    expect(analyze(other)).toEqual({ result: 'other-embed', detail: 'otherother' });
  });

  test('a placeholder with a frame beside it is not empty, also if there are many', () => {
    const frame = '<iframe src="https://elsewhere.example/"></iframe>';
    expect(analyze(`<p>${frame}${placeholderAfterKses.repeat(1_000)}</p>`).result).toBe('not-found');
    expect(analyze(`<p>${frame}</p><p>${placeholderAfterKses}</p>`).result).toBe('code-removed');
  });

  test('an embed that is fixed in the window needs no placeholder', () => {
    const page = {
      ...pageAt('https://shop.example/', `<kindling-reviews code="${code}"></kindling-reviews>${script}`),
    };
    expect(analyzePage(page, { code, siteAllowed: true, inFlow: false }, publicUrl).result).toBe(
      'found-script',
    );
  });
});

describe('pages made to block the parser', () => {
  test.each([
    ['50,000 line breaks within 2,500 levels', '<div>'.repeat(2_500) + '<br>'.repeat(50_000)],
    ['6,000 levels', '<div>'.repeat(6_000)],
    ['6,000 levels of templates', '<template>'.repeat(6_000)],
    ['6,000 levels of formatting', '<b><i>'.repeat(3_000)],
    ['3 MB of elements', '<br>'.repeat(750_000)],
    ['3 MB of levels', '<a><div>'.repeat(375_000)],
    ['more elements than in the source', `<p>${manyKinds('b', 900)}</p>${'<p>x</p>'.repeat(1_000)}`],
  ])('%s are not read to their end', (_, body) => {
    expect(() => analyze(body)).toThrow(PageTooLargeError);
  });

  test('a page within the limits is read, each element once', () => {
    const levels = maxDepth - 10;
    const body = `${'<div>'.repeat(levels)}${'<br>'.repeat(maxNodes - levels - 20)}`;
    expect(analyze(element + script + body).result).toBe('found-script');
    expect(elementsOf(parsePage(body))).toHaveLength(maxNodes - 20 + 3);
    expect(analyze(`<p>${'Words. '.repeat(400_000)}</p>${element}${script}`).result).toBe('found-script');
  });

  test('elements are in document order, including those in templates', () => {
    const names = elementsOf(parsePage('<p><b></b><template><i><u></u></i></template><s></s></p><em></em>'));
    expect(names.map(({ tagName }) => tagName).join(' ')).toBe('html head body p b template i u s em');
  });
});
