/** Outlines of a map by two-letter code, as path data in its own size. */
export interface MapOutlines {
  width: number;
  height: number;
  shapes: Readonly<Record<string, string>>;
}
