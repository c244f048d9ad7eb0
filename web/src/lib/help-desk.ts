/**
 * The chat of a Chatwoot-compatible help desk. Nothing is loaded before `connectHelpDesk`, which runs when somebody
 * opens the chat. A script that is blocked, fails, is something else or takes too long results in `false`, and the
 * page uses its own form from then on.
 */
export interface HelpDesk {
  /** Address of the help desk, without a trailing slash. */
  url: string;
  websiteToken: string;
}

export interface HelpDeskUser {
  identifier: string;
  name: string;
  email: string;
  identifierHash: string;
  /** State of the plan; null without plans. */
  plan: string | null;
}

interface Widget {
  toggle(state?: 'open' | 'close'): void;
  setCustomAttributes(attributes: Record<string, string>): void;
  setUser(id: string, user: { name: string; email: string; identifier_hash: string }): void;
  setLocale(locale: string): void;
  reset(): void;
}

/** The globals that the SDK documents: it reads `chatwootSettings` and defines the other two. */
interface HelpDeskWindow {
  chatwootSettings?: Record<string, unknown>;
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void };
  $chatwoot?: Widget;
}

/** Milliseconds. People wait about as long for a page. */
const loadTimeoutMs = 8000;

let connecting: Promise<boolean> | null = null;
let ready = false;

function helpDeskWindow(): HelpDeskWindow {
  // The SDK uses globals of the window and has no types.
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
    // Our own button opens the chat, so that the button shows before anything is loaded.
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

/**
 * Loads the chat at the first call, and identifies the person; `identity` is null for a visitor. @returns whether the
 * chat is available.
 */
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
  if (identity?.plan != null) widget.setCustomAttributes({ plan: identity.plan });
  widget.setLocale(language);
  raiseChatWindow();
  return true;
}

/**
 * Raises the chat window above our button, which closes it. Without a button of its own the chat stands in the
 * corner. On small screens it fills the page and has its own close button.
 */
function raiseChatWindow(): void {
  const holder = document.querySelector<HTMLElement>('.woot-widget-holder');
  if (matchMedia('(min-width: 668px)').matches) holder?.style.setProperty('bottom', '84px', 'important');
}

/** Opens the chat after `connectHelpDesk` succeeded. */
export function openHelpDesk(): void {
  helpDeskWindow().$chatwoot?.toggle('open');
}

/** Opens or closes a loaded chat. @returns false when there is none. */
export function toggleHelpDesk(): boolean {
  if (ready) helpDeskWindow().$chatwoot?.toggle();
  return ready;
}

/** Deletes the conversation from this device: the next person who signs in must not read it. */
export function resetHelpDesk(): void {
  helpDeskWindow().$chatwoot?.reset();
  // After a reset the SDK loads its window again, which would set a cookie again.
  document.querySelector('.woot-widget-holder')?.remove();
  // The SDK stores the conversation in cookies of our origin for a year, also on pages that have not loaded the SDK.
  for (const part of document.cookie.split('; ')) {
    const [name = ''] = part.split('=');
    if (name.startsWith('cw_')) document.cookie = `${name}=; path=/; max-age=0`;
  }
}
