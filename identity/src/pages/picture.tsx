import { renderToStaticMarkup } from 'react-dom/server';

const LETTER = /[\p{L}\p{N}]/u;
const INITIALS = /^[\p{L}\p{N}]{1,2}$/u;

/** Path of the default picture, which shows initials. The path holds them, so nothing is stored. */
export function picturePath(name: string): string {
  const words = name.split(/[\s._-]+/).flatMap((word) => LETTER.exec(word)?.[0] ?? []);
  const [first = '0', ...rest] = words;
  return `/picture/${encodeURIComponent((first + (rest.at(-1) ?? '')).toUpperCase().slice(0, 2))}`;
}

/** Null for text that is not initials. */
export function initialsSvg(initials: string, tile: string): string | null {
  if (!INITIALS.test(initials)) return null;
  return renderToStaticMarkup(
    <svg
      role="img"
      aria-label={initials}
      xmlns="http://www.w3.org/2000/svg"
      width="96"
      height="96"
      viewBox="0 0 96 96"
    >
      <rect width="96" height="96" fill={tile} />
      <text
        x="48"
        y="50"
        fill="#fff"
        fontFamily="system-ui, sans-serif"
        fontSize="38"
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="middle"
      >
        {initials}
      </text>
    </svg>,
  );
}
