/** The toast, which is small whatever the settings say, and the mosaic, whose height depends on no text. */
import { lookSettings } from '@kindling/contract/embed-looks';
import { embedLooks } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { makeFigure, makeReview, makeSnapshot } from '../../testing/snapshots.ts';
import { clientScriptOf } from './client-script.tsx';
import { renderEmbed } from './render-embed.tsx';
import { reserveHeight } from './reserve.tsx';
import { reservedHeightAt } from './reserve-length.tsx';

const reply = { text: 'Thank you for writing.', at: null };
const long = 'word '.repeat(400);

describe('the toast', () => {
  const draw = (settings: object, count = 3) =>
    renderEmbed(
      makeSnapshot(
        { reviews: Array.from({ length: count }, (_, index) => makeReview(index, { text: long, reply })) },
        { layout: 'toast', ...settings },
      ),
    );

  it('waits for its script, and is shown without one where it stands in a page of its own', () => {
    const { html, css } = draw({});
    expect(html).toMatch(new RegExp(`<div class="${classNames.toast} [^"]*" hidden="">`));
    expect(css).toMatch(
      new RegExp(
        `:host \\.${classNames.embed}:has\\(\\.${classNames.toast}\\[hidden\\]\\)\\{visibility:hidden`,
      ),
    );
    expect(clientScriptOf(makeSnapshot({}, { layout: 'toast' }))).toBe('arriving');
  });

  it('shows short texts without replies, or full ones where the owner wants them', () => {
    expect(draw({ clampLines: 20 }).html).toContain('Read more');
    expect(draw({ clampLines: 20 }).css).toContain('-webkit-line-clamp:min(3, 20)');
    expect(draw({ clampLines: 0 }).html).not.toContain('Read more');
    for (const showReplies of [true, false]) expect(draw({ showReplies }).html).not.toContain(reply.text);
  });

  it('has buttons to turn pages with several reviews only, and one to pause where it moves', () => {
    const labels = (settings: object, count?: number) =>
      Array.from(
        draw(settings, count).html.matchAll(/<button [^>]*aria-label="([^"]+)"/g),
        ([, label]) => label,
      );
    expect(labels({})).toEqual(['Previous reviews', 'Next reviews', 'Close']);
    expect(labels({ autoplay: true })).toContain('Pause the movement');
    expect(labels({ autoplay: true }, 1)).toEqual(['Close']);
  });
});

/** Author and rating of each tile, as screen readers say them. */
const tileNames = (html: string) =>
  Array.from(
    html.matchAll(
      /<summary><span .*?<b dir="auto">([^<]+)<\/b><svg [^>]*aria-label="([^"]+)".*?<\/summary>/g,
    ),
    ([, author, stars]) => `${author}, ${stars}`,
  );

describe('the mosaic', () => {
  const many = (count: number, fields: object = {}) =>
    Array.from({ length: count }, (_, index) => makeReview(index, fields));
  const draw = (count: number, settings: object = {}, fields: object = {}) =>
    renderEmbed(makeSnapshot({ reviews: many(count, fields) }, { layout: 'mosaic', ...settings })).html;

  it.each([1, 2, 3, 5, 12, 40])('has a tile for each of %d reviews, named by author and rating', (count) => {
    const html = draw(count);
    scanMarkup(html);
    const names = tileNames(html);
    expect(names).toHaveLength(count);
    expect(names[0]).toBe('B. B., 1 out of 5 stars');
    expect(html.match(/<article/g)).toHaveLength(count);
    expect(html.match(/<details [^>]*name="tile"/g)).toHaveLength(count);
  });

  it('loads pictures only where the settings ask for them, and names nobody whom they hide', () => {
    const photo = 'https://kindling.app/a/k3v9xq2mzt/one.webp';
    expect(draw(3, { photo: 'photo' }, { photo }).match(/<img/g)?.length).toBeGreaterThanOrEqual(3);
    expect(draw(3, { photo: 'none' }, { photo })).not.toContain('<img');
    const hidden = draw(3, { author: 'hidden' });
    expect(hidden).not.toContain('B. B.');
    expect(tileNames(hidden)[0]).toBe('Anonymous, 1 out of 5 stars');
  });

  it('reserves the same height for short and long texts, as they are closed', () => {
    const reserveOf = (text: string | null) =>
      reserveHeight(makeSnapshot({ reviews: many(12, { text }) }, { layout: 'mosaic', clampLines: 0 }));
    expect(reserveOf(long)).toEqual(reserveOf(null));
  });

  it('has half as many rows where it is wide', () => {
    const none = { shown: 12, total: 12, omitted: [], minimumRating: 1 };
    const reserve = reserveHeight(
      makeSnapshot({ reviews: many(12), disclosure: none }, { layout: 'mosaic', showHeader: false }),
    );
    // Twelve reviews take four squares: two rows of 9.5 em, or one.
    expect(reservedHeightAt(reserve, 320)).toBeGreaterThan(19 * 15);
    expect(reservedHeightAt(reserve, 600)).toBeLessThan(15 * 15);
  });

  it.each(embedLooks)('has pictures in the look %s too, which are what it is about', (look) => {
    const figures = [makeFigure(), makeFigure({ source: 'facebook', average: null, count: 44 })];
    const { html, css } = renderEmbed(
      makeSnapshot({ figures, reviews: many(7) }, { ...lookSettings[look], layout: 'mosaic' }),
    );
    expect(html.match(new RegExp(`<summary[^>]*><span class="${classNames.avatar}[ "]`, 'g'))).toHaveLength(
      7,
    );
    expect(css).not.toMatch(/undefined|NaN/);
  });
});
