import { describe, expect, it } from 'vitest';
import { makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { renderEmbed } from './render-embed.tsx';
import { classesIn, joinRules, rulesFor, type StyleRule } from './style-rules.ts';

/** @param selectors with the classes that each needs */
const rule = (selectors: Record<string, string[]>, body: string, group?: string): StyleRule => ({
  selectors: Object.entries(selectors).map(([text, needs]) => ({ text, needs })),
  body,
  ...(group !== undefined && { group }),
});

describe('compiled rules', () => {
  it('keep the selectors whose classes are all in the markup', () => {
    const classes = classesIn('<section class="r"><p class="b a">x</p><p class="a">y</p></section>');
    expect(classes).toEqual(['a', 'b', 'r']);
    const rules = [
      rule({ p: [] }, '{top:0}'),
      rule({ '.r .c': ['r', 'c'] }, '{top:1px}'),
      rule({ '.a': ['a'], '.c .a': ['c', 'a'], '.r>.b': ['r', 'b'] }, '{top:2px}'),
    ];
    expect(joinRules(rulesFor(classes, rules)).text).toBe('p{top:0}.a,.r>.b{top:2px}');
  });

  it('share the group of their neighbors, and count the uses of custom properties', () => {
    const wide = '@container (width>=33em)';
    const { text, uses } = joinRules([
      rule({ '.a': ['a'] }, '{color:var(--m)}'),
      rule({ '.a': ['a'] }, '{margin:var(--g,0)}', wide),
      rule({ '.b': ['b'] }, '{color:var(--m)}', wide),
      rule({ '.b': ['b'] }, '{top:0}', '@media print'),
    ]);
    expect(text).toBe(
      `.a{color:var(--m)}${wide}{.a{margin:var(--g,0)}.b{color:var(--m)}}@media print{.b{top:0}}`,
    );
    expect(Object.fromEntries(uses)).toEqual({ '--m': 2, '--g': 1 });
  });
});

describe('the style sheet of an embed', () => {
  const reply = { text: 'Thank you.', at: null };
  const withReply = makeSnapshot({ reviews: [makeReview(0, { reply })] });

  it('has no rules for replies without replies, whatever was rendered before', () => {
    const replies = `.${classNames.reply}{`;
    for (let round = 0; round < 2; round += 1) {
      expect(renderEmbed(withReply).css).toContain(replies);
      expect(renderEmbed(makeSnapshot()).css).not.toContain(replies);
    }
  });

  it('has the values of its own settings, whatever was rendered before', () => {
    const [small, large] = [14, 18].map((textSize) => renderEmbed(makeSnapshot({}, { textSize })).css);
    expect(small).toContain('font-size:14px');
    expect(large).toBe(small?.replace('font-size:14px', 'font-size:18px'));
  });

  it('writes a color that is used once in its place, unless the system changes it', () => {
    const stars = `${propertyNames.stars}:`;
    expect(renderEmbed(makeSnapshot({}, { theme: 'light' })).css).not.toContain(stars);
    expect(renderEmbed(makeSnapshot({}, { theme: 'auto' })).css.split(stars)).toHaveLength(3);
  });
});
