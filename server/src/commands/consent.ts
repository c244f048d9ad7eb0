/** Submits the form of a simulator's consent page, unchanged or changed by `decide`. */
import { createHttpClient } from '../lib/http-client.ts';

/**
 * Returns the address that the simulator redirects the browser to.
 * @param decide may change the form; without it everything is agreed to
 * @throws Error when the page has no form or the response is no redirect
 */
export async function submitConsentForm(
  url: string,
  decide: (form: URLSearchParams) => void = () => {},
): Promise<URL> {
  const page = new URL(url);
  const client = createHttpClient(page.origin);
  const { status, text } = await client.call({
    path: page.pathname,
    query: Object.fromEntries(page.searchParams),
  });
  const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`The consent page has no form (status ${status}).`);
  const form = readFormFields(text);
  decide(form);
  const answer = await client.call({ method: 'POST', path: unescapeHtml(action), form });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The consent page leads nowhere (status ${answer.status}).`);
  return new URL(location);
}

/** The form as the page shows it (hidden fields, checked boxes, the chosen account), with the decision "allow". */
function readFormFields(html: string): URLSearchParams {
  const form = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    const type = /type="([^"]*)"/.exec(input)?.[1];
    if (name === undefined || (type !== 'hidden' && !/\schecked/.test(input))) continue;
    form.append(name, unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? ''));
  }
  form.append('decision', 'allow');
  return form;
}

/** The simulators escape by numeric character references. */
function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
