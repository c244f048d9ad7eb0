import { brandColors, brandShapes } from './brand-shapes.ts';

/**
 * The product's logo: a flame with a spark inside, drawn for this project. `size` in px; `tile` is the background, the
 * operator's color on pages with the tokens.
 */
export function BrandMark({ size = 28, tile = 'var(--k-brand, #2566cc)' }: { size?: number; tile?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill={tile} />
      <path fill={brandColors.flame} d={brandShapes.flame} />
      <path fill={brandColors.spark} d={brandShapes.spark} />
    </svg>
  );
}
