/** Five stars, filled to a rating. Inline shapes, which a strict `img-src` of the host page cannot block. */
import { createContext, use } from 'react';

/** Step between two stars, in the units of the drawing. */
const step = 20;
/** What is drawn in place of stars: the way around one, and its edges within a step. */
const shapes = {
  star: {
    path: 'M10 1.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z',
    from: 1.3,
    to: 18.7,
  },
  hole: { path: 'M10 3a7 7 0 0 1 0 14a7 7 0 0 1 0-14', from: 3, to: 17 },
} as const;
export type StarShape = keyof typeof shapes | 'number';

/** The shape of the stars of reviews and figures; `number` writes the rating beside one star. */
export const StarShapeContext = createContext<StarShape>('star');

function drawingOf(shape: StarShape) {
  const { path, from, to } = shapes[shape === 'number' ? 'star' : shape];
  return { from, to, draw: (count: number) => repeat(path, count) };
}

function repeat(path: string, count: number): string {
  return Array.from({ length: count }, (_, index) => path.replace('M10', `M${index * step + 10}`)).join('');
}

export const fiveStars = repeat(shapes.star.path, 5);

/** The filled width in the drawing of 100 units: a part of a star is that part of its own width. */
export function filledWidth(
  rating: number,
  { from, to }: { from: number; to: number } = shapes.star,
): number {
  const known = Math.min(5, Math.max(0, rating));
  const whole = Math.floor(known);
  const part = known - whole;
  return Math.round(10 * (whole * step + (part === 0 ? 0 : from + part * (to - from)))) / 10;
}

type StarsProps = {
  /** 0 to 5, fractions allowed. */
  readonly rating: number;
  /** For screen readers. */
  readonly label: string;
  /** The rating in digits, for shapes that write it. */
  readonly digits?: string;
};

export function Stars({ rating, label, digits }: StarsProps) {
  const shape = use(StarShapeContext);
  if (shape === 'number' && digits !== undefined) {
    return (
      <span className={classNames.starNumber} role="img" aria-label={label}>
        {digits}
        <Star />
      </span>
    );
  }
  const { draw, ...edges } = drawingOf(shape);
  return (
    <svg className={classNames.stars} viewBox="0 0 100 20" role="img" aria-label={label}>
      <path d={draw(5)} />
      <svg width={filledWidth(rating, edges)} aria-hidden="true">
        <path d={draw(5)} />
      </svg>
    </svg>
  );
}

/** One star, for a scale with its number beside it. */
export function Star() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes.star.path} />
    </svg>
  );
}
