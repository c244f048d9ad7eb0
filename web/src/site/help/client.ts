/**
 * The script of the help box on the public pages: it sends the form without leaving the page, and opens the help
 * desk's chat if there is one.
 */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { helpLimits } from '@kindling/contract/help-limits';
import { fillText, type TextValues } from '@kindling/locales/fill-text.ts';
import { startSteppingAside } from '../../lib/step-aside.ts';
import { newUuid } from '../../lib/uuid.ts';

type Desk = typeof import('../../lib/help-desk.ts');

/** Starts on the current page if it has a help box. Sends no request before a click. */
export function startHelp(): void {
  const box = document.getElementById('help-box');
  const launch = document.getElementById('help-launch');
  const form = box?.querySelector('form');
  if (!box || !launch || !form) return;
  const place = document.getElementById('help-place');
  if (place) startSteppingAside(place);
  let openedAt = 0;
  let idempotencyKey = newUuid();
  let desk: Desk | null = null;
  const show = (state: 'form' | 'wait' | 'done') => {
    box.dataset.state = state;
  };
  const note = (part: string, request?: string | null) => {
    for (const one of box.querySelectorAll<HTMLElement>('[data-part]')) {
      one.hidden = one.dataset.part !== part;
      const place = one.querySelector<HTMLElement>('small');
      if (place) place.textContent = request ? fillPlace(place, { id: request }) : '';
    }
  };

  async function connect(): Promise<void> {
    const config = await fetch(`${versionedApiRoot}/config`)
      .then((answer) => answer.json())
      .catch(() => null);
    const help = config?.help;
    if (help) {
      desk = await import('../../lib/help-desk.ts');
      if (await desk.connectHelpDesk(help, document.documentElement.lang.slice(0, 2), null)) {
        if (box?.matches(':popover-open')) {
          box.hidePopover();
          desk.openHelpDesk();
        }
        return;
      }
      desk = null;
      note('desk');
    }
    show('form');
    form?.querySelector('textarea')?.focus();
  }

  async function send(): Promise<void> {
    const left = openedAt + helpLimits.minimumAge + 50 - Date.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    const body = JSON.stringify({
      ...Object.fromEntries(new FormData(form ?? undefined)),
      idempotencyKey,
      age: Date.now() - openedAt,
    });
    const answer = await fetch(`${versionedApiRoot}/help/questions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    if (!answer?.ok || !said) {
      const reasons: Record<number, string> = { 400: 'invalid', 429: 'often' };
      note(reasons[answer?.status ?? 0] ?? 'failed', answer?.headers.get('x-request-id'));
      return;
    }
    idempotencyKey = newUuid();
    form?.reset();
    note('');
    const place = box?.querySelector<HTMLElement>('.help-reference');
    if (place) place.textContent = fillPlace(place, { reference: said.reference });
    show('done');
    document.getElementById('help-done')?.focus();
  }

  // The form must not flash before the chat opens.
  show('wait');
  launch.addEventListener('click', (event) => {
    // With the chat loaded, the button opens and closes the chat.
    if (desk?.toggleHelpDesk()) event.preventDefault();
  });
  box.addEventListener('toggle', (event) => {
    if (event.newState !== 'open') return;
    if (openedAt === 0) {
      openedAt = Date.now();
      void connect();
    } else if (box.dataset.state === 'done') show('form');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    if (!button || button.disabled) return;
    button.disabled = true;
    void send().finally(() => {
      button.disabled = false;
    });
  });
}

/** The text of a place with its value. */
function fillPlace(place: HTMLElement, values: TextValues): string {
  return fillText(place.dataset.text ?? '', values);
}
