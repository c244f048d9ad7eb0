/** A picture as PNG. */
export async function pictureOf(svg: string, scale: 1 | 2): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: scale } }).render().asPng();
}
