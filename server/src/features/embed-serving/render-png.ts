/** Renders the picture of a badge as PNG, for mail programs and feeds that do not show SVG. */

/** Renders one after the other: each takes some milliseconds of the only thread, and many people open a mailing at once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * @param svg from `renderPicture`, which draws text as outlines, so that no font is needed; text that it could not
 * outline is drawn with a system font, if there is one
 * @param scale pixels per unit of the drawing
 * @throws if the renderer, which is native code, is not available on this system
 */
export function renderPng(svg: string, scale: 1 | 2): Promise<Buffer> {
  const rendered = last.then(async () => {
    const { Resvg } = await import('@resvg/resvg-js');
    const options = {
      fitTo: { mode: 'zoom', value: scale },
      font: { loadSystemFonts: svg.includes('<text') },
    } as const;
    return new Resvg(svg, options).render().asPng();
  });
  last = rendered.catch(() => undefined);
  return rendered;
}
