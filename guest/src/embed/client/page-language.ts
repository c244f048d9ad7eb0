/**
 * The part of an embed's script that follows the language of the page: it shows the script's own content, or loads the
 * script of the page's language. The trust rules are those of `embed.ts`, but that it reads the page's language, and
 * adds that script to the page.
 */

/** The server puts this around an embed's script. */
declare const kindling: {
  /** Of the content in this script. */
  readonly language: string;
  /** Those with a script of their own. */
  readonly languages: readonly string[];
  /** Shows the content in this script. */
  readonly show: () => void;
};

function follow({ language, languages, show }: typeof kindling): void {
  const { documentElement: root, currentScript, head } = document;
  // An image of the page with the name `currentScript` takes the place of the property.
  const from = currentScript instanceof HTMLScriptElement ? currentScript.src : undefined;
  /** The language of the last content that was shown or requested. */
  let last: string | undefined;
  const update = (): void => {
    const [page = ''] = root.lang.toLowerCase().split(/[-_]/);
    const next = from && languages.includes(page) ? page : language;
    if (next === last) return;
    last = next;
    if (!from || next === language) {
      show();
      return;
    }
    const script = document.createElement('script');
    script.async = true;
    script.src = from.replace(/\.js(?=[?#]|$)/, `.${next}.js`);
    const done = (): void => void script.parentNode?.removeChild(script);
    script.onload = () => {
      done();
      // The page has changed its language meanwhile, and this content may have replaced the newer one.
      if (last !== next) {
        last = undefined;
        update();
      }
    };
    script.onerror = () => {
      done();
      if (last === next) show();
    };
    head.appendChild(script);
  };
  update();
  new MutationObserver(update).observe(root, { attributeFilter: ['lang'] });
}

try {
  follow(kindling);
} catch {
  // An embed that fails must not break the page.
}
