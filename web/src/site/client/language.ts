import { storeLanguage } from '../../lib/i18n/choose-language.ts';

/** Stores the language when somebody clicks a link of the language menus; the link then opens the page. */
export function rememberLanguage(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-language]') : null;
    if (link instanceof HTMLElement && link.dataset.language !== undefined)
      storeLanguage(link.dataset.language);
  });
}
