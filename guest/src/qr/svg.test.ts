/** The picture as markup: what is in it, and what no design can put into it. */
import {
  type CodeDesign,
  codeLooks,
  frameKinds,
  lookDesign,
  moduleShapes,
  plainDesign,
} from '@kindling/contract/code-looks';
import { describe, expect, test } from 'vitest';
import { outlinedText } from './frame-text.ts';
import { makeMatrix } from './matrix.ts';
import { codeSvg } from './svg.ts';

const address = 'https://kindling.example/q/k7m2p9xw3t';

function svgOf(design: Partial<CodeDesign>, callToAction = 'Tell us how it was'): string {
  const whole = { ...plainDesign, ...design };
  const matrix = makeMatrix(address, whole.errorLevel) ?? [];
  return codeSvg(matrix, { design: whole, callToAction, text: outlinedText, width: 500 }).svg;
}
const framed = (text: string) => svgOf({ frame: { ...plainDesign.frame, kind: 'card', text } });

test.each(codeLooks)('the look %s has no script, link, font or address of another host', (look) => {
  const svg = svgOf(lookDesign(look));
  expect(svg).not.toMatch(/<(?:script|style|a|foreignObject|text)\b|font-family|href=/);
  expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
});

test('every shape of modules and every frame is another picture', () => {
  const shapes = moduleShapes.map((modules) => svgOf({ modules }));
  const frames = frameKinds.map((kind) => svgOf({ frame: { ...plainDesign.frame, kind } }));
  expect(new Set([...shapes, ...frames]).size).toBe(moduleShapes.length + frameKinds.length - 1);
});

test('a gradient is named by its values, so that two codes on one page do not share it by mistake', () => {
  const gradient = { kind: 'linear', color: '#0000aa', angle: 30 } as const;
  const [one, other] = [svgOf({ gradient }), svgOf({ gradient: { ...gradient, angle: 31 } })];
  const name = /id="([^"]+)"/;
  expect(one).toContain(`url(#${name.exec(one)?.[1]})`);
  expect(name.exec(one)?.[1]).not.toBe(name.exec(other)?.[1]);
});

describe('the text of a frame', () => {
  test('is drawn as outlines in our languages', () => {
    for (const text of [
      'Wie war’s bei uns?',
      '¿Qué tal fue?',
      'Kako je bilo? Č ć š ž đ',
      'Donnez votre avis',
    ])
      expect(framed(text), text).not.toContain('<text');
  });

  test('is the default call to action when the design has none', () => {
    expect(framed('')).toBe(framed('Tell us how it was'));
    expect(framed('Rate your visit')).not.toBe(framed(''));
  });

  test('cannot become markup in a script without outlines', () => {
    const svg = framed('カフェ</text><script>"&');
    expect(svg).toContain('カフェ&lt;/text&gt;&lt;script&gt;&quot;&amp;</text>');
    expect(svg).not.toContain('<script');
  });
});

describe('a logo', () => {
  const withLogo = (design: Partial<CodeDesign>) =>
    svgOf({ logo: { kind: 'mark' }, errorLevel: 'H', ...design });

  test('leaves out the modules behind it, and more when it is larger', () => {
    const lengths = [
      withLogo({ logoClear: false }),
      withLogo({ logoSize: 0.15 }),
      withLogo({ logoSize: 0.3 }),
    ].map((svg) => svg.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(new Set(lengths).size).toBe(3);
  });

  test('that was uploaded is part of the file', () => {
    const svg = svgOf({ logo: { kind: 'picture', type: 'image/png', data: 'iVBORw0KGgo=' } });
    expect(svg).toContain('href="data:image/png;base64,iVBORw0KGgo="');
  });
});
