import { embedParts, embedVariables } from '@kindling/contract/embed-page-styles';
import { type EmbedLayout, embedLayouts } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { renderEmbed } from './render-embed.tsx';

const render = (layout: EmbedLayout, pageStyles: boolean, theme: 'light' | 'auto' = 'light') =>
  renderEmbed(
    makeSnapshot(
      {
        figures: [makeFigure({ writeUrl: 'https://write.example/' })],
        reviews: [makeReview(0, { invited: true, reply: { text: 'Thanks', at: null } }), makeReview(1)],
        disclosure: { shown: 2, total: 30, omitted: [{ reason: 'hidden', count: 28 }], minimumRating: 1 },
        howWeAsk: [{ url: 'https://kindling.example/how', businessName: 'Bakery' }],
      },
      { layout, pageStyles, theme, showWrite: true, autoplay: true },
    ),
  );

const partsIn = (html: string) => [...html.matchAll(/ part="([^"]*)"/g)].map(([, part]) => part);

describe('an embed that the page may not style', () => {
  it.each(embedLayouts)('%s has no parts and no variables of the page', (layout) => {
    const { html, css } = render(layout, false);
    expect(partsIn(html)).toEqual([]);
    expect(css).not.toContain('--kindling-');
  });
});

describe('an embed that the page may style', () => {
  it('has each part in some layout, and no other', () => {
    const found = new Set(embedLayouts.flatMap((layout) => partsIn(render(layout, true).html)));
    expect([...found].sort()).toEqual([...embedParts].sort());
  });

  it('reads each variable in some layout', () => {
    const css = embedLayouts.map((layout) => render(layout, true).css).join('');
    for (const variable of Object.values(embedVariables)) expect.soft(css).toContain(`var(${variable},`);
  });

  it.each(embedLayouts)('%s keeps the disclosure out of every part', (layout) => {
    const { html } = render(layout, true);
    const start = html.indexOf('<footer');
    expect(start).toBeGreaterThan(0);
    expect(html.slice(start, html.indexOf('</footer>'))).not.toContain(' part=');
    const open: string[] = [];
    for (const [tag, end, name = ''] of html.slice(0, start).matchAll(/<(\/?)(\w+)[^>]*>/g))
      if (end) open.pop();
      else if (name !== 'img') open.push(tag);
    expect(open.filter((tag) => tag.includes(' part='))).toEqual([]);
  });

  it.each(['light', 'auto'] as const)('the %s theme gives the disclosure colors of its own', (theme) => {
    const { css } = render('list', true, theme);
    const footer = `.${classNames.embed} .${classNames.footer}{`;
    const rules = css.split(footer).slice(1);
    expect(rules).toHaveLength(theme === 'auto' ? 2 : 1);
    for (const rule of rules) expect(rule.slice(0, rule.indexOf('}'))).toMatch(/color:#\w+;background:#\w+$/);
    expect(rules[0]).toMatch(/^position:relative;z-index:2147483647;.*font-family:system-ui,sans-serif/);
  });
});
