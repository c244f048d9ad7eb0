/**
 * Movement by itself (WCAG 2.2.2): only after some seconds of calm, while the row is in sight of a visible tab, with
 * neither pointer nor focus on it, and not after the pause button. Never for visitors who asked for less motion.
 */
export type Player = {
  /** Seconds of calm before each `go`. */
  readonly delay: number;
  /** Whether there is anything to move. */
  readonly canMove: () => boolean;
  readonly play: () => void;
  readonly stop: () => void;
};

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion:reduce)').matches;

/** @param area what holds the row with its buttons, the pause button and what tells where the row is */
export function autoplay(area: HTMLElement, pause: HTMLButtonElement, player: Player): () => void {
  const box = area.querySelector<HTMLElement>('.b');
  const pressed = 'aria-pressed';
  let seen: boolean | undefined;
  let calm = 0;
  let timer = 0;

  const restart = (): void => {
    calm = 0;
    player.stop();
  };
  const tick = (): void => {
    // Asked for each second instead of followed: it is one place, and nothing of the page is listened to.
    if (
      pause.hidden ||
      prefersReducedMotion() ||
      document.hidden ||
      area.querySelector('.b:hover,:focus:not(.pl)')
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
    // Nobody wants to be told of each step that comes by itself.
    area.querySelector('.ix')?.setAttribute('aria-live', plays ? 'off' : 'polite');
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
  // At once, not with the next second: who points at a word, or comes to it by keys, wants it to stay.
  if (box) box.onpointerenter = box.onkeyup = restart;
  observer.observe(area);
  return () => {
    observer.disconnect();
    seen = false;
    set();
  };
}
