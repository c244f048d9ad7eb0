import { storeLanguage } from '../../lib/i18n/choose-language.ts';

/** A click on a link of the language menus stores the choice; the link itself then leads to the page. */
export function rememberLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-language]') : null;
    if (link instanceof HTMLElement && link.dataset.language !== undefined)
      storeLanguage(link.dataset.language);
  });
}
