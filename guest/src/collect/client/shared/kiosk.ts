/** A tablet at the counter: after a pause, or at the press of a button, the page is as at the start. */
import type { Parts } from './page.ts';

/** Seconds for which the end of a form stays. */
const thanksSeconds = 15;
/** Seconds between the question whether somebody is there and the start (WCAG 2.2, 2.2.1). */
const warningSeconds = 20;

type Kiosk = {
  /** After a form was sent, the pause is shorter. */
  readonly sent: () => void;
};

/**
 * @param clear puts the page back to its start without a reload
 * @param warn says that the page is about to return
 */
export function startKiosk(parts: Parts, idle: number, clear: () => void, warn: () => void): Kiosk {
  let timers: ReturnType<typeof setTimeout>[] = [];
  let seconds = idle;

  const wait = (): void => {
    timers.forEach(clearTimeout);
    const warnAt = Math.max(seconds / 2, seconds - warningSeconds);
    timers = [
      setTimeout(() => {
        if (parts.main.dataset.step === 'answer') warn();
      }, warnAt * 1000),
      setTimeout(restart, seconds * 1000),
    ];
  };

  /** Loads the page again where the last visitor chose another language; without a network that must wait. */
  function restart(): void {
    seconds = idle;
    clear();
    document.querySelectorAll('header details').forEach((menu) => {
      menu.removeAttribute('open');
    });
    if (location.search.includes('lng=')) {
      fetch(parts.path, { method: 'HEAD', cache: 'no-store' }).then(
        () => location.replace(parts.path),
        () => undefined,
      );
    }
    wait();
  }

  for (const event of ['pointerdown', 'keydown', 'input', 'scroll'])
    addEventListener(event, wait, { passive: true, capture: true });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restart();
  });
  for (const button of document.querySelectorAll('[data-finish]')) button.addEventListener('click', restart);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      location.replace(link.href);
    });
  wait();
  return {
    sent: () => {
      seconds = Math.min(idle, thanksSeconds);
      wait();
    },
  };
}
