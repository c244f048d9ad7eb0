/** Frames for drawings of the product: what stands inside is HTML or SVG in the tokens' colours. */
import type { ReactNode } from 'react';

interface PictureProps {
  children: ReactNode;
  /** What the picture shows, for those who cannot see it. A picture whose words are read by themselves has none. */
  label?: string;
  /** Says that the data is invented: `site.sample.label`. */
  sample?: string;
  className?: string;
}

/** A picture with its mark. With `label` its content is one image; without, its words are read as they stand. */
export function Figure({ children, label, sample, className }: PictureProps) {
  return (
    <figure className={`picture ${className ?? ''}`.trim()}>
      {sample === undefined ? null : <figcaption className="mark picture-mark">{sample}</figcaption>}
      {label === undefined ? (
        children
      ) : (
        <div role="img" aria-label={label}>
          {children}
        </div>
      )}
    </figure>
  );
}

/** A browser's window. @param address what stands in the address line: a domain under `.example`. */
export function Browser({ children, address }: { children: ReactNode; address: string }) {
  return (
    <div className="browser">
      <div className="browser-bar" aria-hidden="true">
        <i />
        <i />
        <i />
        <span translate="no">{address}</span>
      </div>
      <div className="browser-page">{children}</div>
    </div>
  );
}

/** A phone's screen. */
export function Phone({ children }: { children: ReactNode }) {
  return (
    <div className="phone">
      <div className="phone-screen">{children}</div>
    </div>
  );
}
