/** Pages at true size: boxes, crop marks, and drawing in millimeters from the top left corner of the cut page. */

/** Millimeters of color beyond the cut. */
export const bleed = 3;
/** From the cut to the edge of the paper, with room for the marks. */
const slug = 10;
const markLength = 5;
const hairline = 0.09;
export const pointsPerMillimeter = 72 / 25.4;

export interface Trim {
  width: number;
  height: number;
}

/** A page that is cut out of a larger paper, with marks in its corners. */
export function addCutPage(doc: PDFKit.PDFDocument, trim: Trim, draw: () => void): void {
  addPage(doc, trim, slug, bleed);
  inMillimeters(doc, slug, () => {
    draw();
    drawCropMarks(doc, trim);
  });
}

/** A page that is printed on paper of its own size; nothing on it reaches the edge. */
export function addWholePage(doc: PDFKit.PDFDocument, trim: Trim, draw: () => void): void {
  addPage(doc, trim, 0, 0);
  inMillimeters(doc, 0, draw);
}

function addPage(doc: PDFKit.PDFDocument, trim: Trim, around: number, bleeds: number): void {
  const size = (value: number) => (value + 2 * around) * pointsPerMillimeter;
  doc.addPage({ size: [size(trim.width), size(trim.height)], margin: 0 });
  // PDF counts from the bottom left; the boxes have the same distance on all sides, so that makes no difference.
  const box = (distance: number) =>
    [distance, distance, trim.width + 2 * around - distance, trim.height + 2 * around - distance].map(
      (value) => Math.round(value * pointsPerMillimeter * 1000) / 1000,
    );
  Object.assign(doc.page.dictionary.data, { TrimBox: box(around), BleedBox: box(around - bleeds) });
}

function inMillimeters(doc: PDFKit.PDFDocument, offset: number, draw: () => void): void {
  doc.save();
  doc.scale(pointsPerMillimeter).translate(offset, offset);
  draw();
  doc.restore();
}

function drawCropMarks(doc: PDFKit.PDFDocument, { width, height }: Trim): void {
  for (const x of [0, width])
    for (const y of [0, height]) {
      const [outX, outY] = [x === 0 ? -1 : 1, y === 0 ? -1 : 1];
      drawMark(doc, x + outX * (bleed + 1), y, outX * markLength, 0);
      drawMark(doc, x, y + outY * (bleed + 1), 0, outY * markLength);
    }
}

/** Marks beyond the bleed at both ends of a fold. */
export function drawFoldMarks(doc: PDFKit.PDFDocument, { width }: Trim, y: number): void {
  doc.save().dash(0.8, { space: 0.6 });
  drawMark(doc, -bleed - 1, y, -markLength, 0);
  drawMark(doc, width + bleed + 1, y, markLength, 0);
  doc.restore();
}

export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, dx: number, dy: number): void {
  doc
    .lineWidth(hairline)
    .moveTo(x, y)
    .lineTo(x + dx, y + dy)
    .stroke('#000000');
}

/** Arcs beyond the rounded corners of a card, in the part that is cut off. */
export function drawCornerGuides(
  doc: PDFKit.PDFDocument,
  { width, height }: Trim,
  radius: number,
  color: string,
): void {
  const reach = radius + 0.3;
  const corners = [
    `M${radius - reach} ${radius}A${reach} ${reach} 0 0 1 ${radius} ${radius - reach}`,
    `M${width - radius} ${radius - reach}A${reach} ${reach} 0 0 1 ${width - radius + reach} ${radius}`,
    `M${width - radius + reach} ${height - radius}A${reach} ${reach} 0 0 1 ${width - radius} ${height - radius + reach}`,
    `M${radius} ${height - radius + reach}A${reach} ${reach} 0 0 1 ${radius - reach} ${height - radius}`,
  ];
  for (const corner of corners) doc.lineWidth(hairline).path(corner).stroke(color);
}

export interface Grid {
  columns: number;
  rows: number;
  width: number;
  height: number;
}

/** Between cards of a sheet: the bleed of both. */
const gap = 2 * bleed;

/** The places of the cards on a sheet, in the middle of it, row by row. */
export function gridPlaces(sheet: Trim, grid: Grid): { x: number; y: number }[] {
  const left = (sheet.width - grid.columns * (grid.width + gap) + gap) / 2;
  const top = (sheet.height - grid.rows * (grid.height + gap) + gap) / 2;
  return Array.from({ length: grid.columns * grid.rows }, (_, index) => ({
    x: left + (index % grid.columns) * (grid.width + gap),
    y: top + Math.floor(index / grid.columns) * (grid.height + gap),
  }));
}

/** Marks in the margins of a sheet, at both sides of every column and row. */
export function drawGridMarks(doc: PDFKit.PDFDocument, sheet: Trim, grid: Grid): void {
  const places = gridPlaces(sheet, grid);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return;
  const [top, bottom] = [first.y - bleed - 0.5, last.y + grid.height + bleed + 0.5];
  const [left, right] = [first.x - bleed - 0.5, last.x + grid.width + bleed + 0.5];
  for (const { x } of places.slice(0, grid.columns))
    for (const edge of [x, x + grid.width]) {
      drawMark(doc, edge, top, 0, -3);
      drawMark(doc, edge, bottom, 0, 3);
    }
  for (const { y } of places.filter((_, index) => index % grid.columns === 0))
    for (const edge of [y, y + grid.height]) {
      drawMark(doc, left, edge, -3, 0);
      drawMark(doc, right, edge, 3, 0);
    }
}
