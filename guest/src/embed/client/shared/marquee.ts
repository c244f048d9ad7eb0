/**
 * A slow endless band. The first card moves out at the start while all others follow; then it takes its place at the
 * end, by the flex item's `order`: the document keeps its order for readers, and nothing is there twice. Standing still
 * the band is an ordinary row at the same place, which scrolls.
 */
import type { Player } from './autoplay.ts';

export function createMarquee(row: HTMLElement, track: HTMLElement, seconds: number): Player {
  const cards = [...track.children] as HTMLElement[];
  /** How many cards stand at the end; an earlier player may have left some there. */
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
      // Held at its end until the card has changed its place.
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
    // One card more than fits, or the end of the band would be seen.
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
      // The browser may have scrolled already, to what has got the focus.
      row.scrollLeft += left;
    },
  };
}
