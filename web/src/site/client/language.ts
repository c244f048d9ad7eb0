/** Keeps a picked language as the app does (web/src/lib/i18n/choose-language.ts), which is too large to take in here. */

const name = 'selectedLanguage';
const year = 31_536_000;

/** A click on a link of the language menus stores the choice; the link itself then leads to the page. */
export function rememberLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-language]') : null;
    if (link instanceof HTMLElement && link.dataset.language !== undefined) store(link.dataset.language);
  });
}

function store(language: string): void {
  try {
    localStorage.setItem(name, language);
  } catch {
    // Forbidden storage: the cookie may still be allowed, and the link carries the language in any case.
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${language}; path=/; max-age=${year}; samesite=lax${secure}`;
}
