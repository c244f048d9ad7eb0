import texts from '@kindling/locales/en/widgets.json';
import { expect, test } from 'vitest';
import { builders, hasParagraph, hasSteps, stepKeys, waysOf } from './ways.ts';

function read(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], texts.embed);
}

test('a badge has the ways of a widget, with the picture near the front', () => {
  expect([...waysOf('badge')].sort()).toEqual([...waysOf('widget')].sort());
  expect(waysOf('widget')[0]).toBe('script');
  expect(waysOf('badge').indexOf('picture')).toBeLessThan(waysOf('widget').indexOf('picture'));
});

test('every way has its sentence, and every step of every builder its text', () => {
  for (const way of waysOf('widget')) {
    expect.soft(read(`${way}.name`), way).toEqual(expect.any(String));
    expect.soft(read(`${way}.text`), way).toEqual(expect.any(String));
    if (hasParagraph(way)) expect.soft(read(`${way}.how`), way).toEqual(expect.any(String));
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
