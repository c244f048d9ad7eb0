/**
 * A slow endless row. The first card moves out at the start while all others follow; then it moves to the end by the
 * flex item's `order`. The document keeps its order for screen readers, and no card exists twice. When it stops, it
 * is an ordinary row at the same position, which scrolls.
 */
import type { Player } from './autoplay.ts';

export function createMarquee(row: HTMLElement, track: HTMLElement, seconds: number): Player {
  const cards = [...track.children] as HTMLElement[];
  /** Number of cards at the end; an earlier player may have left some there. */
  let movedCount = cards.filter(({ style }) => style.order).length;
  let running: Animation | undefined;

  const step = (): number => track.offsetWidth / cards.length;
  const rotateCards = (count: number): void => {
    movedCount = (movedCount + count) % cards.length;
    cards.forEach(({ style }, index) => {
      style.order = index < movedCount ? '1' : '';
    });
  };
  const move = (from: number): void => {
    running?.cancel();
    running = track.animate(
      { transform: ['none', `translateX(${-step()}px)`] },
      // `forwards` holds the end until the card has moved.
      { duration: seconds * 1000, fill: 'forwards' },
    );
    running.currentTime = from * seconds * 1000;
    running.onfinish = () => {
      rotateCards(1);
      move(0);
    };
  };
  return {
    delay: 2,
    // With fewer than one spare card, the end of the row would be visible.
    canMove: () => track.offsetWidth - row.clientWidth > step(),
    play: () => {
      if (running) return;
      const left = row.scrollLeft / step();
      rotateCards(Math.floor(left));
      row.scrollLeft = 0;
      move(left % 1);
    },
    stop: () => {
      if (!running) return;
      const left = (Number(running.currentTime) / seconds / 1000) * step();
      running.cancel();
      running = undefined;
      // The browser may have scrolled already, to the focused element.
      row.scrollLeft += left;
    },
  };
}
