/** Advance in units of the em, then start and path of the outline; a blank has its advance alone. */
export type Glyph =
  | readonly [advance: number]
  | readonly [advance: number, x: number, y: number, path: string];
/** The glyphs of one weight of the font, by character. */
export type GlyphSet = Readonly<Record<string, Glyph>>;
