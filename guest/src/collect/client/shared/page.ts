/** The parts of the page (guest/src/collect/render/collect-page.tsx) that the script works on. */
import type { ClientTexts } from '../../render/client-texts.ts';

export type Step = 'rate' | 'answer' | 'thanks';

export type Parts = ReturnType<typeof findParts>;

/** @throws TypeError where the markup is not that of the renderer */
export function findParts() {
  const main = one<HTMLElement>('main');
  const { path, texts, challenge, idle, threshold } = main.dataset;
  return {
    main,
    path: path ?? location.pathname,
    texts: JSON.parse(texts ?? '{}') as ClientTexts,
    challenge: challenge ?? '',
    /** Seconds, on a tablet at the counter; else null. */
    idle: idle === undefined ? null : Number(idle),
    threshold: Number(threshold),
    rate: one<HTMLFormElement>('#rate'),
    answer: one<HTMLElement>('#answer'),
    rated: one<HTMLElement>('#rated'),
    thanks: [one<HTMLElement>('#thanks'), one<HTMLElement>('#thanks-text')],
    /** Starts another visit; not on a tablet at the counter. */
    again: document.querySelector<HTMLElement>('#again'),
    given: one<HTMLElement>('#given'),
    status: one<HTMLElement>('#status'),
    notice: one<HTMLElement>('#notice'),
    review: one<HTMLFormElement>('#review'),
    message: one<HTMLDetailsElement>('#message'),
    messageForm: one<HTMLFormElement>('#message form'),
    forms: [...document.forms],
  };
}

function one<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new TypeError(`The page has no ${selector}.`);
  return element;
}

/** The field of a form by its name, or null. The stars have the name of the rating too, and keep their values. */
export function field(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector(`[name="${name}"]:not(button)`);
}

export function setField(form: HTMLFormElement, name: string, value: string): void {
  const input = field(form, name);
  if (input) input.value = value;
}

/** Shows a step, without a change of focus. */
export function showStep({ rate, answer, rated, thanks, main }: Parts, step: Step): void {
  main.dataset.step = step;
  rate.hidden = step !== 'rate';
  answer.hidden = step === 'rate';
  rated.hidden = step === 'thanks';
  for (const part of thanks) part.hidden = step !== 'thanks';
}

/** Draws the rating and opens the private box by it; everything else is the same for all ratings. */
export function showRating(parts: Parts, rating: string): void {
  const { given, message, threshold, rate } = parts;
  const shape = given.querySelector('svg');
  const words = rate.querySelector(`[value="${rating}"]`)?.getAttribute('aria-label') ?? '';
  const inner = shape?.querySelector('svg');
  if (inner) {
    inner.setAttribute('width', String(Number(rating) * 20));
    shape?.setAttribute('aria-label', words);
  } else {
    const thumb = classNames.thumb;
    shape?.setAttribute('class', rating === 'down' ? `${thumb} ${classNames.thumbDown}` : thumb);
    given.firstElementChild?.setAttribute('aria-label', words);
  }
  message.open = rating === 'down' || Number(rating) <= threshold;
}

/** Moves the focus to the heading of what is shown, at the top of the page. */
export function focusHeading({ main }: Parts): void {
  scrollTo(0, 0);
  [...main.querySelectorAll<HTMLElement>('h1')]
    .find((heading) => heading.offsetParent !== null)
    ?.focus({ preventScroll: true });
}
