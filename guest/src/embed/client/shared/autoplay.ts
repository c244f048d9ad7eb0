/**
 * Automatic movement (WCAG 2.2.2): starts after some seconds without activity, while the row is visible in a visible
 * tab, without pointer or focus on it, and not after the pause button. Never for visitors who prefer reduced motion.
 */
export type Player = {
  /** Seconds without activity before each `play`. */
  readonly delay: number;
  /** Whether there is anything to move. */
  readonly canMove: () => boolean;
  readonly play: () => void;
  readonly stop: () => void;
};

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion:reduce)').matches;

/** @param area the element around the row, its buttons, the pause button and the position label */
export function autoplay(area: HTMLElement, pause: HTMLButtonElement, player: Player): () => void {
  const box = area.querySelector<HTMLElement>(`.${classNames.rowArea}`);
  const pressed = 'aria-pressed';
  let seen: boolean | undefined;
  let calm = 0;
  let timer = 0;

  const restart = (): void => {
    calm = 0;
    player.stop();
  };
  const tick = (): void => {
    // Checked every second and not by events: it is one place, and the page needs no listeners of ours.
    if (
      pause.hidden ||
      prefersReducedMotion() ||
      document.hidden ||
      area.querySelector(`.${classNames.rowArea}:hover,:focus:not(.${classNames.pauseButton})`)
    )
      restart();
    else if (++calm >= player.delay) {
      calm = 0;
      player.play();
    }
  };
  const set = (): void => {
    const plays = seen && !pause.getAttribute(pressed);
    clearInterval(timer);
    restart();
    if (plays) timer = window.setInterval(tick, 1000);
    // Screen readers must not announce automatic steps.
    area.querySelector(`.${classNames.position}`)?.setAttribute('aria-live', plays ? 'off' : 'polite');
  };
  const observer = new IntersectionObserver((entries) => {
    seen = entries.pop()?.isIntersecting;
    set();
  });

  pause.onclick = () => {
    if (pause.getAttribute(pressed)) pause.removeAttribute(pressed);
    else pause.setAttribute(pressed, 'true');
    set();
  };
  // Stops at once and not with the next second, for a visitor who points at a word or reaches it by keyboard.
  if (box) box.onpointerenter = box.onkeyup = restart;
  observer.observe(area);
  return () => {
    observer.disconnect();
    seen = false;
    set();
  };
}
