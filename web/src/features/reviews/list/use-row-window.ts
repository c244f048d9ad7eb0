import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Rows that are in the document before and after those in sight. */
const overscan = 5;

interface Range {
  first: number;
  /** One past the last row. */
  end: number;
  /** Whether these rows came by scrolling. */
  moved: boolean;
}

interface RowWindowOptions {
  /** The box that all rows would fill. */
  list: RefObject<HTMLElement | null>;
  /** The element that scrolls; null: the window does. */
  pane: HTMLElement | null;
  rowHeight: number;
  count: number;
  /** Pixels at the top and the bottom of the window that bars cover. */
  covered: { top: number; bottom: number };
}

/**
 * Which rows of one height are in sight. A general virtual list measures each of its rows again whenever their number
 * changes; here 200,000 rows cost as much as ten.
 */
export function useRowWindow({ list, pane, rowHeight, count, covered }: RowWindowOptions) {
  const [range, setRange] = useState<Range>({ first: 0, end: 0, moved: false });
  const { top: coveredTop, bottom: coveredBottom } = covered;
  const read = useCallback(
    (byScrolling = false) => {
      const box = list.current;
      if (box === null) return;
      const { top, bottom } = visibleSpan(box, pane);
      const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
      const end = Math.max(first, Math.ceil(bottom / rowHeight) + overscan);
      setRange((now) => {
        if (now.first === first && now.end === end) return now;
        return { first, end, moved: byScrolling };
      });
    },
    [list, pane, rowHeight],
  );
  useLayoutEffect(() => read(), [read]);
  useEffect(() => {
    const scroller = pane ?? window;
    const scrolled = () => read(true);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    const sizes = new ResizeObserver(() => read());
    sizes.observe(pane ?? document.documentElement);
    return () => {
      scroller.removeEventListener('scroll', scrolled);
      sizes.disconnect();
    };
  }, [pane, read]);
  /** Scrolls as little as is needed to show a row whole. */
  const scrollToRow = useCallback(
    (index: number) => {
      const box = list.current;
      if (box === null) return;
      const { top, bottom } = visibleSpan(box, pane);
      const start = index * rowHeight;
      const over = start - (top + (pane === null ? coveredTop : 0));
      const under = start + rowHeight - (bottom - (pane === null ? coveredBottom : 0));
      const by = over < 0 ? over : Math.max(under, 0);
      if (by !== 0) (pane ?? window).scrollBy({ top: by, behavior: 'instant' });
      read();
    },
    [list, pane, rowHeight, coveredTop, coveredBottom, read],
  );
  return {
    first: Math.min(range.first, count),
    end: Math.min(range.end, count),
    moved: range.moved,
    scrollToRow,
  };
}

/** The part of the list's box that its scroller shows, in pixels from the top of the box. */
function visibleSpan(box: HTMLElement, pane: HTMLElement | null): { top: number; bottom: number } {
  const start = box.getBoundingClientRect().top;
  if (pane === null) return { top: -start, bottom: window.innerHeight - start };
  const frame = pane.getBoundingClientRect().top;
  return { top: frame - start, bottom: frame + pane.clientHeight - start };
}
