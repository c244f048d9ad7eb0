/** The mark of a recommendation. An inline shape, which a strict `img-src` of the host page cannot block. */

export const thumbUp =
  'M2 10h4v11H2zm6 0 4.5-8.5c2 0 3 1.3 2.6 3.5l-.6 3.5H20a2 2 0 0 1 2 2l-2 8a3 3 0 0 1-3 2H8z';

/** A thumb for platforms with recommendations in place of stars; the text is beside it. */
export function Thumb({ up }: { readonly up: boolean }) {
  return (
    <svg
      className={up ? classNames.thumb : `${classNames.thumb} ${classNames.thumbDown}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={thumbUp} />
    </svg>
  );
}
