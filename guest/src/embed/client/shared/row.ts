/**
 * A row of cards: buttons and dots scroll it, and show while there is something to scroll. With a pause button it
 * also moves automatically.
 */
import { autoplay, type Player, prefersReducedMotion } from './autoplay.ts';
import { createMarquee } from './marquee.ts';

type ScrollRow = {
  readonly row: HTMLElement;
  /** The scrollable distance in px. */
  readonly room: () => number;
  /** Scrolls by nearly one view: -1 back, 1 forward. */
  readonly step: (value: number) => void;
};

export function watchRow(root: ParentNode): () => void {
  const area = root.querySelector<HTMLElement>(`.${classNames.embed}`);
  const row = area?.querySelector<HTMLElement>(`.${classNames.row}`);
  if (!area || !row) return () => {};
  const track = row.querySelector<HTMLElement>(`.${classNames.track}`);
  const pause = area.querySelector<HTMLButtonElement>(`.${classNames.pauseButton}`);
  const seconds = Number(pause?.value);
  // A transform changes the scrollable distance of a row, but not the width of its track.
  const room = (): number => (track ? track.offsetWidth : row.scrollWidth) - row.clientWidth;
  const step = (value: number): void => row.scrollBy({ left: value * row.clientWidth * 0.9 });
  const player: Player = track
    ? createMarquee(row, track, seconds)
    : {
        delay: seconds,
        canMove: () => room() > 1,
        // At the end, back to the start.
        play: () => (row.scrollLeft > room() - 2 ? row.scrollTo({ left: 0 }) : step(1)),
        stop: () => {},
      };

  const updaters = [bindArrows, bindPosition].map((watch) => watch(area, { row, room, step }));
  const check = (): void => {
    for (const tell of updaters) tell();
    if (pause) pause.hidden = prefersReducedMotion() || !player.canMove();
  };
  row.onscroll = check;
  const observer = new ResizeObserver(check);
  observer.observe(row);
  check();
  const end = pause && autoplay(area, pause, player);
  return () => {
    observer.disconnect();
    end?.();
  };
}

/** Returns a function that updates the buttons. */
function bindArrows(area: HTMLElement, { row, room, step }: ScrollRow): () => void {
  const buttons = area.querySelectorAll<HTMLButtonElement>(`.${classNames.arrowButton}`);
  buttons.forEach((button) => {
    button.onclick = () => step(+button.value);
  });
  return () => {
    buttons.forEach((button) => {
      const left = row.scrollLeft;
      button.hidden = room() < 2;
      // Not `disabled`, which would remove the focus from a pressed button.
      button.setAttribute('aria-disabled', `${+button.value > 0 ? left > room() - 2 : left < 2}`);
    });
  };
}

/** Returns a function that updates dots and numbers. */
function bindPosition(area: HTMLElement, { row, room }: ScrollRow): () => void {
  const dots = area.querySelectorAll<HTMLButtonElement>(`.${classNames.dots} button`);
  const positionLabel = area.querySelector(`.${classNames.position}`);
  let last = 0;
  dots.forEach((dot, index) => {
    dot.onclick = () => row.scrollTo({ left: (index / last) * room() });
  });
  return () => {
    const { clientWidth, scrollLeft, children } = row;
    // With more pages than dots, each dot stands for a part of the row.
    last = room() < 2 ? 0 : Math.min(dots.length - 1, Math.ceil(room() / clientWidth - 0.1));
    dots.forEach((dot, index) => {
      dot.hidden = !last || index > last;
      dot.setAttribute('aria-current', `${index === Math.round((scrollLeft / room()) * last)}`);
    });
    const place = `${Math.round(scrollLeft / clientWidth) + 1} / ${children.length}`;
    if (positionLabel && positionLabel.textContent !== place) positionLabel.textContent = place;
  };
}
