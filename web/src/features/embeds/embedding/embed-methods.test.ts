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

test('a badge has the methods of a widget, with the picture near the front', () => {
  expect([...badge].sort()).toEqual([...widget].sort());
  expect([...widget].sort()).toEqual(Object.keys(snippets).sort());
  expect(widget[0]).toBe('script');
  expect(badge.indexOf('picture')).toBeLessThan(widget.indexOf('picture'));
});

test('a floating embed has no iframe', () => {
  const methods = embedMethodsOf({ kind: 'widget', snippets: { ...snippets, iframe: null, address: null } });
  expect(methods).toEqual(widget.filter((method) => method !== 'iframe' && method !== 'address'));
});

test('every method has a description, and every step of every site builder a text', () => {
  for (const method of widget) {
    expect.soft(read(`${method}.name`), method).toEqual(expect.any(String));
    expect.soft(read(`${method}.text`), method).toEqual(expect.any(String));
    if (hasExplanation(method)) expect.soft(read(`${method}.how`), method).toEqual(expect.any(String));
    if (!hasSteps(method)) continue;
    for (const builder of builders) {
      const steps = stepKeys(method, builder).map(read);
      expect
        .soft(steps, `${method}, ${builder}`)
        .toEqual(Array.from({ length: 3 }, () => expect.any(String)));
    }
  }
});

test('steps for an iframe never mention scripts', () => {
  for (const builder of builders)
    for (const key of stepKeys('iframe', builder)) expect.soft(read(key), key).not.toMatch(/script/i);
});

test('the style attribute as a CSS rule', () => {
  expect(
    styleRule('<kindling-reviews code="abc" style="a:b;--c:max(1px,2%)"></kindling-reviews>\n<script>'),
  ).toBe('kindling-reviews[code="abc"] {\n  a:b;\n  --c:max(1px,2%);\n}');
  expect(
    styleRule('<iframe src="https://k.example/e/abc" title="T" style="height:9px;border:0"></iframe>'),
  ).toBe('iframe[src="https://k.example/e/abc"] {\n  height:9px;\n  border:0;\n}');
  expect(styleRule('<iframe src="https://k.example/e/abc"></iframe>')).toBeNull();
});
