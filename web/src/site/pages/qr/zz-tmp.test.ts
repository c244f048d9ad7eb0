import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { test } from 'vitest';
import { fullSize, levels, makeMatrix, shapes, svgOf } from './drawing.ts';
test('x', () => {
  const urls = fc.sample(fc.webUrl({ withQueryParameters: true }).filter((u) => u.length < 200), { numRuns: 150, seed: 5 });
  const out: string[] = [];
  for (const shape of shapes) for (const scale of [4, 5, 8, 11]) {
    let bad = 0; let n = 0; const lens: number[] = [];
    for (const [i, url] of urls.entries()) {
      const level = levels[i % 4] ?? 'L';
      const m = makeMatrix(url, level); if (!m) continue;
      const pic = new Resvg(svgOf(m, { shape, code: '#000000', ground: '#ffffff' }, fullSize(m) * scale)).render();
      n += 1;
      if (jsQR(new Uint8ClampedArray(pic.pixels), pic.width, pic.height, { inversionAttempts: 'dontInvert' })?.data !== url) { bad += 1; lens.push(m.length); }
    }
    out.push(`${shape} ${scale}: ${bad}/${n} ${lens.join(',')}`);
  }
  console.log(out.join('\n'));
}, 120000);
