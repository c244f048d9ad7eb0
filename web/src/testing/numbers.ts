/** For component tests only: finds numbers on the page. */

/** Every visible or announced text with a number of five or more digits without separators. */
export function numbersWithoutSeparators(): string[] {
  const texts: string[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
    if (node.parentElement?.closest('script,style') === null) texts.push(node.textContent ?? '');
  for (const element of document.body.querySelectorAll('[aria-label],[title]'))
    texts.push(element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '');
  return texts.filter((text) => /\d{5}/.test(text));
}
