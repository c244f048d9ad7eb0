/**
 * The product's logo: a flame with a spark inside, drawn for this project. `size` in px; `tile` is the background, the
 * operator's color on pages with the tokens.
 */
export function BrandMark({ size = 28, tile = 'var(--k-brand, #2566cc)' }: { size?: number; tile?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill={tile} />
      <path
        fill="#fff"
        d="M17.2 4.6c.5 3.9-1.1 5.9-3 8.1-1.9 2.1-4 4.4-4 8 0 3.8 2.8 6.7 6.2 6.7 3.5 0 6.2-2.8 6.2-6.5 0-3.3-1.7-5.3-2.7-7.1-.3 1.5-.9 2.6-1.9 3.4.5-4.6-.2-9.3-.8-12.6z"
      />
      <path
        fill="#f7b84b"
        d="M16.5 18.2c.2 1.6-.5 2.5-1.2 3.3-.6.8-1.1 1.5-1.1 2.6 0 1.3 1 2.3 2.2 2.3 1.3 0 2.2-1 2.2-2.3 0-1.9-1.5-3-2.1-5.9z"
      />
    </svg>
  );
}
