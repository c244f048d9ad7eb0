import texts from '@kindling/locales/en/widgets.json';
import { expect, test } from 'vitest';
import { builders, embedMethodsOf, hasExplanation, hasSteps, stepKeys, styleRule } from './embed-methods.ts';

function read(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], texts.embed);
}

const snippets = {
  script: 'script',
  iframe: 'frame',
  address: 'address',
  json: 'json',
  fragment: 'fragment',
  loader: 'loader',
  picture: 'picture',
  react: 'react',
  schema: null,
};
const widget = embedMethodsOf({ kind: 'widget', snippets });
const badge = embedMethodsOf({ kind: 'badge', snippets });

test('a badge has the ways of a widget, with the picture near the front', () => {
  expect([...badge].sort()).toEqual([...widget].sort());
  expect([...widget].sort()).toEqual(Object.keys(snippets).sort());
  expect(widget[0]).toBe('script');
  expect(badge.indexOf('picture')).toBeLessThan(widget.indexOf('picture'));
});

test('what stands in the window has no frame', () => {
  const ways = embedMethodsOf({ kind: 'widget', snippets: { ...snippets, iframe: null, address: null } });
  expect(ways).toEqual(widget.filter((way) => way !== 'iframe' && way !== 'address'));
});

test('every way has its sentence, and every step of every builder its text', () => {
  for (const way of widget) {
    expect.soft(read(`${way}.name`), way).toEqual(expect.any(String));
    expect.soft(read(`${way}.text`), way).toEqual(expect.any(String));
    if (hasExplanation(way)) expect.soft(read(`${way}.how`), way).toEqual(expect.any(String));
    if (!hasSteps(way)) continue;
    for (const builder of builders) {
      const steps = stepKeys(way, builder).map(read);
      expect.soft(steps, `${way}, ${builder}`).toEqual(Array.from({ length: 3 }, () => expect.any(String)));
    }
  }
});

test('steps for a frame never speak of scripts', () => {
  for (const builder of builders)
    for (const key of stepKeys('iframe', builder)) expect.soft(read(key), key).not.toMatch(/script/i);
});

test('what the style attribute says, as a rule for the site’s own style sheet', () => {
  expect(
    styleRule('<kindling-reviews code="abc" style="a:b;--c:max(1px,2%)"></kindling-reviews>\n<script>'),
  ).toBe('kindling-reviews[code="abc"] {\n  a:b;\n  --c:max(1px,2%);\n}');
  expect(
    styleRule('<iframe src="https://k.example/e/abc" title="T" style="height:9px;border:0"></iframe>'),
  ).toBe('iframe[src="https://k.example/e/abc"] {\n  height:9px;\n  border:0;\n}');
  expect(styleRule('<iframe src="https://k.example/e/abc"></iframe>')).toBeNull();
});
