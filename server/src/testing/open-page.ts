/** For tests only: a public page as the server sends it, as a tree of its elements. */
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5';
import { type TestSite, testInstallation } from './test-site.ts';

export interface Found {
  tag: string;
  attributes: Record<string, string>;
  text: string;
  within: Found[];
}

export type OpenedPage = Awaited<ReturnType<typeof openPage>>;

/** An element with everything inside it, in document order. */
function read(element: DefaultTreeAdapterTypes.Element): Found {
  const within: Found[] = [];
  let text = '';
  for (const child of element.childNodes) {
    if (tree.isTextNode(child)) text += child.value;
    if (!tree.isElementNode(child)) continue;
    const found = read(child);
    within.push(found, ...found.within);
    text += found.text;
  }
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  return { tag: element.tagName, attributes, text, within };
}

/** @param address with or without the origin of the installation */
export async function openPage(site: TestSite, address: string) {
  const answer = await site.app.inject({
    url: address.replace(testInstallation.publicUrl, ''),
    headers: { 'accept-language': 'en' },
  });
  const [root] = parse(answer.body).childNodes.filter((node) => tree.isElementNode(node));
  if (root === undefined) throw new Error(`${address} is no document.`);
  const html = read(root);
  const all = (tag: string, match: Record<string, string> = {}) =>
    html.within.filter(
      (one) =>
        one.tag === tag && Object.entries(match).every(([name, value]) => one.attributes[name] === value),
    );
  const main = all('main')[0];
  if (main === undefined) throw new Error(`${address} has no content.`);
  return { status: answer.statusCode, body: answer.body, html, main, all };
}
