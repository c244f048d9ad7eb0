/** Each color of the palette is readable in both schemes, and looks like no other. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tagColors } from '@kindling/contract/tags';
import { contrast, readableRatio } from '@kindling/design/color';
import { expect, test } from 'vitest';

const css = readFileSync(fileURLToPath(new URL('tags.module.css', import.meta.url)), 'utf8');

function valuesOf(color: string, scheme: 'light' | 'dark'): { ink: string; soft: string } {
  const before = scheme === 'dark' ? String.raw`scheme="dark"\]\) ` : String.raw`(?:^|\n)`;
  const found = new RegExp(
    String.raw`${before}\.color\[data-color="${color}"\] \{\s*--tag-ink: (#\w{6});\s*--tag-soft: (#\w{6});`,
  ).exec(css);
  if (found === null) throw new Error(`There is no ${color} in the ${scheme} scheme.`);
  return { ink: found[1] ?? '', soft: found[2] ?? '' };
}

test.each(tagColors)('%s is readable in both schemes', (color) => {
  for (const scheme of ['light', 'dark'] as const) {
    const { ink, soft } = valuesOf(color, scheme);
    expect(contrast(ink, soft), scheme).toBeGreaterThanOrEqual(readableRatio);
  }
});

test('no two colors are the same', () => {
  for (const scheme of ['light', 'dark'] as const)
    expect(new Set(tagColors.map((color) => valuesOf(color, scheme).ink)).size).toBe(tagColors.length);
});
