/** A badge's picture as PNG, for mail programs and feeds that do not show SVG. */

/** Drawn one after the other: each takes some milliseconds of the only thread, and a mailing is opened by many at once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * @param svg of `renderPicture`: what it draws is outlines, so that no font is needed; words that it could not outline
 * are drawn with a font of the system, where there is one
 * @param scale pixels to a unit of the drawing
 * @throws where the renderer, which is native code, is not to be had on this system
 */
export function renderPng(svg: string, scale: 1 | 2): Promise<Buffer> {
  const mine = last.then(async () => {
    const { Resvg } = await import('@resvg/resvg-js');
    const options = {
      fitTo: { mode: 'zoom', value: scale },
      font: { loadSystemFonts: svg.includes('<text') },
    } as const;
    return new Resvg(svg, options).render().asPng();
  });
  last = mine.catch(() => undefined);
  return mine;
}
