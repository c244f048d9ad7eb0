/** Draws a review as a picture, with the fonts of this device, which know every script that its reader knows. */
import { colorScale } from '@kindling/design/color';
import { fontStack, light } from '@kindling/design/tokens';
import { starAt } from '../../../ui/star-shape.ts';
import { directionOf, type FittedText, fitText, plainText } from './fit-text.ts';
import { layouts, type PictureContent, type PictureFormat, pictureFormats } from './picture-formats.ts';

const lineHeight = 1.36;
/** Tabler's thumb in a box of 24, as the app shows it. */
const thumbShape =
  'M7 11v8a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1h3a4 4 0 0 0 4 -4v-1a2 2 0 0 1 4 0v5h3a2 2 0 0 1 2 2l-1 5a2 3 0 0 1 -2 2h-7a3 3 0 0 1 -3 -3';

type Box = { x: number; y: number; width: number; height: number };
type Draw = CanvasRenderingContext2D;

/**
 * @param logo of the business, or null to draw its initial
 * @returns false when the text is too long for a picture of this format; the canvas is then empty
 */
export function drawPicture(
  canvas: HTMLCanvasElement,
  format: PictureFormat,
  content: PictureContent,
  logo: ImageBitmap | null,
): boolean {
  const { width, height } = pictureFormats[format];
  canvas.width = width;
  canvas.height = height;
  const draw = canvas.getContext('2d');
  if (draw === null) return false;
  const plan = planCard(draw, format, content);
  if (plan === null) return false;
  const scale = colorScale(content.color);
  draw.fillStyle = scale[7];
  draw.fillRect(0, 0, width, height);
  drawCard(draw, format, content, plan);
  drawFoot(draw, format, content, { logo, tile: scale[7], top: height - layouts[format].bottom });
  return true;
}

/** Waits for the font of the brand; without it the picture would be drawn in another one. */
export async function loadPictureFonts(): Promise<void> {
  await Promise.all([500, 700].map((weight) => document.fonts.load(font(weight, 40)))).catch(() => []);
}

interface CardPlan {
  card: Box;
  inner: Box;
  text: FittedText | null;
}

/** The card is as high as its content, in the middle of its place. Null when the text does not fit. */
function planCard(draw: Draw, format: PictureFormat, content: PictureContent): CardPlan | null {
  const { width, height } = pictureFormats[format];
  const { margin, top, bottom, padding, sizes, stars, author, small } = layouts[format];
  const place = height - top - bottom;
  const innerWidth = width - 2 * (margin + padding);
  const verdict = stars * 1.5;
  const signature = author * 1.4 + small * 1.5;
  const most = place - 2 * padding - verdict - signature - author;
  const measure = (words: string, size: number) => {
    draw.font = font(500, size);
    return draw.measureText(words).width;
  };
  const words = content.text === null ? '' : plainText(content.text);
  const text =
    words === '' ? null : fitText(words, { width: innerWidth, height: most, sizes, lineHeight, measure });
  if (words !== '' && text === null) return null;
  const textHeight = text === null ? 0 : text.lines.length * text.size * lineHeight + author;
  const needed = verdict + textHeight + signature + 2 * padding;
  const y = top + (place - needed) / 2;
  return {
    card: { x: margin, y, width: width - 2 * margin, height: needed },
    inner: { x: margin + padding, y: y + padding, width: innerWidth, height: needed - 2 * padding },
    text,
  };
}

function drawCard(draw: Draw, format: PictureFormat, content: PictureContent, plan: CardPlan): void {
  const { stars, author, small } = layouts[format];
  const { card, inner, text } = plan;
  roundBox(draw, card, 36, light.surface);
  drawVerdict(draw, content, inner, stars);
  let y = inner.y + stars * 1.5;
  if (text !== null) {
    const height = text.lines.length * text.size * lineHeight;
    drawText(draw, text, { ...inner, y, height });
    y += height + author;
  }
  const [name, facts] = [plainText(content.author), plainText(content.facts)];
  drawLine(draw, name, { ...inner, y: y + author * 0.7 }, { font: font(700, author), color: light.text });
  const below = { ...inner, y: y + author * 1.4 + small * 0.75 };
  drawLine(draw, facts, below, { font: font(500, small), color: light.muted });
}

function drawVerdict(draw: Draw, { stars, thumb }: PictureContent, { x, y, width }: Box, size: number): void {
  draw.save();
  draw.translate(x, y);
  if (stars !== null) {
    draw.scale(size / 16, size / 16);
    for (let at = 0; at < 5; at += 1) {
      draw.fillStyle = at < stars ? light.star : light['star-empty'];
      draw.fill(new Path2D(starAt(at * 19)));
    }
  } else if (thumb !== null) {
    const words = { x: size * 1.3, y: size / 2, width: width - size * 1.3, height: size };
    drawLine(draw, thumb.words, words, { font: font(700, size * 0.6), color: light.text });
    draw.translate(0, thumb.direction === 'up' ? 0 : size);
    draw.scale(size / 24, ((thumb.direction === 'up' ? 1 : -1) * size) / 24);
    Object.assign(draw, { strokeStyle: light.star, lineWidth: 2, lineJoin: 'round', lineCap: 'round' });
    draw.stroke(new Path2D(thumbShape));
  }
  draw.restore();
}

/** Clipped to its place, because marks of a script can reach far above and below a line. */
function drawText(draw: Draw, { size, lines }: FittedText, box: Box): void {
  const direction = directionOf(lines.join(' '));
  draw.save();
  draw.beginPath();
  draw.rect(box.x - size / 2, box.y, box.width + size, box.height);
  draw.clip();
  Object.assign(draw, {
    font: font(500, size),
    fillStyle: light.text,
    direction,
    textAlign: 'start',
    textBaseline: 'middle',
  });
  const x = direction === 'rtl' ? box.x + box.width : box.x;
  for (const [at, line] of lines.entries()) draw.fillText(line, x, box.y + (at + 0.5) * size * lineHeight);
  draw.restore();
}

/** One line around its `y`, pressed into its width where it is longer. */
function drawLine(draw: Draw, words: string, box: Box, look: { font: string; color: string }): void {
  draw.save();
  Object.assign(draw, {
    font: look.font,
    fillStyle: look.color,
    direction: 'ltr',
    textAlign: 'left',
    textBaseline: 'middle',
  });
  draw.fillText(words.replaceAll('\n', ' '), box.x, box.y, box.width);
  draw.restore();
}

interface Foot {
  logo: ImageBitmap | null;
  tile: string;
  top: number;
}

/** Whose review it is, and where it comes from. */
function drawFoot(
  draw: Draw,
  format: PictureFormat,
  content: PictureContent,
  { logo, tile, top }: Foot,
): void {
  const { margin, foot, author, small } = layouts[format];
  const { width } = pictureFormats[format];
  const place = { x: margin, y: top + foot * 0.45, width: foot, height: foot };
  const name = plainText(content.business);
  roundBox(draw, place, foot * 0.24, '#ffffff');
  if (logo === null) drawInitial(draw, name, place, tile);
  else drawInside(draw, logo, place, foot * 0.1);
  const x = place.x + foot + foot * 0.3;
  const line = { x, width: width - margin - x, height: foot };
  const middle = place.y + foot / 2;
  const color = '#ffffff';
  drawLine(draw, name, { ...line, y: middle - small * 0.75 }, { font: font(700, author), color });
  drawLine(draw, content.source, { ...line, y: middle + author * 0.7 }, { font: font(500, small), color });
}

function drawInitial(draw: Draw, name: string, { x, y, width, height }: Box, color: string): void {
  draw.save();
  Object.assign(draw, {
    font: font(700, height * 0.56),
    fillStyle: color,
    textAlign: 'center',
    textBaseline: 'middle',
  });
  draw.fillText([...name][0]?.toUpperCase() ?? '', x + width / 2, y + height * 0.54);
  draw.restore();
}

function drawInside(draw: Draw, picture: ImageBitmap, { x, y, width, height }: Box, space: number): void {
  const share = Math.min((width - 2 * space) / picture.width, (height - 2 * space) / picture.height);
  const [wide, high] = [picture.width * share, picture.height * share];
  draw.imageSmoothingQuality = 'high';
  draw.drawImage(picture, x + (width - wide) / 2, y + (height - high) / 2, wide, high);
}

function roundBox(draw: Draw, { x, y, width, height }: Box, radius: number, color: string): void {
  draw.beginPath();
  draw.roundRect(x, y, width, height, radius);
  draw.fillStyle = color;
  draw.fill();
}

function font(weight: number, size: number): string {
  return `${weight} ${size}px ${fontStack}`;
}
