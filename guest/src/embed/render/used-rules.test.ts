import { describe, expect, it } from 'vitest';
import { makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { renderEmbed } from './render-embed.tsx';
import { keepUsedRules } from './used-rules.ts';

const html = '<section class="r"><p class="a b">x</p></section>';

describe('the rules that are sent', () => {
  it('are those with classes of the markup, by each selector of a list', () => {
    expect(keepUsedRules('.r{x:y}.r .c{x:y}.a,.c .a,.b{x:y}p{x:y}:host{x:y}', html)).toBe(
      '.r{x:y}.a,.b{x:y}p{x:y}:host{x:y}',
    );
    expect(keepUsedRules('.a:not(.c,.d):has([open]){x:y}.a:is(.c):hover,.c{x:y}', html)).toBe(
      '.a:not(.c,.d):has([open]){x:y}.a:is(.c):hover{x:y}',
    );
  });

  it('have no empty group, and keep animations', () => {
    const css = '@media(hover:none){.c{x:y}}@container(min-width:33em){.a{x:y}.c{x:y}}@keyframes m{to{x:y}}';
    expect(keepUsedRules(css, html)).toBe('@container(min-width:33em){.a{x:y}}@keyframes m{to{x:y}}');
  });

  it('have no rules for replies without replies', () => {
    const without = renderEmbed(makeSnapshot()).css;
    const reply = { text: 'Thank you.', at: null };
    const having = renderEmbed(makeSnapshot({ reviews: [makeReview(0, { reply })] })).css;
    expect(without).not.toContain('.q');
    expect(having).toContain('.q{');
  });
});
