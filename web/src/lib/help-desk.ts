/**
 * The chat of a Chatwoot-compatible help desk. Nothing of it is asked for before `connectDesk` is called, which is when
 * somebody opens the chat. Whatever goes wrong, a script that is blocked, fails, is no such script or takes too long,
 * ends in `false`, and from then on the page stays with its own form.
 */
export interface HelpDesk {
  /** Address of the help desk, without a slash at the end. */
  url: string;
  websiteToken: string;
}

export interface HelpDeskUser {
  identifier: string;
  name: string;
  email: string;
  identifierHash: string;
}

interface Widget {
  toggle(state?: 'open' | 'close'): void;
  setUser(id: string, user: { name: string; email: string; identifier_hash: string }): void;
  setLocale(locale: string): void;
  reset(): void;
}

/** What the SDK documents of itself: `chatwootSettings` is read by it, the other two are made by it. */
interface HelpDeskWindow {
  chatwootSettings?: Record<string, unknown>;
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void };
  $chatwoot?: Widget;
}

/** Milliseconds; a person who wants help waits about as long for a page. */
const loadTimeoutMs = 8000;

let connecting: Promise<boolean> | null = null;
let ready = false;

function helpDeskWindow(): HelpDeskWindow {
  // The SDK talks through the window; its documents are the only type it has.
  return window as unknown as HelpDeskWindow;
}

function connect(desk: HelpDesk, language: string): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), loadTimeoutMs);
    const end = (good: boolean) => {
      clearTimeout(timer);
      resolve(good);
    };
    addEventListener('chatwoot:ready', () => end(true), { once: true });
    // Our own button opens it, so that nothing of the desk is needed for there to be one.
    helpDeskWindow().chatwootSettings = {
      hideMessageBubble: true,
      position: 'right',
      locale: language,
      darkMode: 'auto',
    };
    const script = document.createElement('script');
    script.src = `${desk.url}/packs/js/sdk.js`;
    script.async = true;
    script.addEventListener('error', () => end(false));
    script.addEventListener('load', () => {
      const sdk = helpDeskWindow().chatwootSDK;
      if (sdk === undefined) return end(false);
      try {
        sdk.run({ websiteToken: desk.websiteToken, baseUrl: desk.url });
      } catch {
        end(false);
      }
    });
    document.head.append(script);
  });
}

/** Loads the chat with the first call and says who is there; `identity` null is a visitor. @returns whether it is there. */
export async function connectHelpDesk(
  desk: HelpDesk,
  language: string,
  identity: HelpDeskUser | null,
): Promise<boolean> {
  connecting ??= connect(desk, language);
  if (!(await connecting)) return false;
  const widget = helpDeskWindow().$chatwoot;
  if (widget === undefined) return false;
  ready = true;
  if (identity !== null)
    widget.setUser(identity.identifier, {
      name: identity.name,
      email: identity.email,
      identifier_hash: identity.identifierHash,
    });
  widget.setLocale(language);
  raiseChatWindow();
  return true;
}

/**
 * Lifts the window above our button, which closes it again: without a button of its own the desk puts it into the
 * very corner. On small screens it fills the page and has a button of its own.
 */
function raiseChatWindow(): void {
  const holder = document.querySelector<HTMLElement>('.woot-widget-holder');
  if (matchMedia('(min-width: 668px)').matches) holder?.style.setProperty('bottom', '84px', 'important');
}

/** Opens the chat that `connectDesk` has brought. */
export function openHelpDesk(): void {
  helpDeskWindow().$chatwoot?.toggle('open');
}

/** Opens or closes a chat that is there. @returns false when there is none. */
export function toggleHelpDesk(): boolean {
  if (ready) helpDeskWindow().$chatwoot?.toggle();
  return ready;
}

/** Forgets the conversation on this device: whoever signs in next must not read it. */
export function resetHelpDesk(): void {
  helpDeskWindow().$chatwoot?.reset();
  // After a reset the window loads anew and would be given a cookie again.
  document.querySelector('.woot-widget-holder')?.remove();
  // The SDK keeps it in cookies of ours for a year, also on a page that has not loaded the SDK.
  for (const part of document.cookie.split('; ')) {
    const [name = ''] = part.split('=');
    if (name.startsWith('cw_')) document.cookie = `${name}=; path=/; max-age=0`;
  }
}
