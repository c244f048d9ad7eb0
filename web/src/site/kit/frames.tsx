/** Frames for drawings of the product: HTML or SVG in the tokens' colors. */
import type { ReactNode } from 'react';

interface PictureProps {
  children: ReactNode;
  /** A description for screen readers. Left out when the words inside the picture are readable text. */
  label?: string;
  /** The note that the data is invented: `site.sample.label`. */
  sample?: string;
  className?: string;
}

/** A picture with its note. With `label` it is one image for screen readers; without, they read the words inside. */
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

/** A browser window. @param address in the address bar: a domain under `.example`. */
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
