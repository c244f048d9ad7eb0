// For tests: what a person does on the pages about their second factor.
import { TOTP } from 'otpauth';
import { type Answer, AppFlow, Browser, codeOf, type Tokens } from './browser.ts';
import { newAccount, PASSWORD, signIn, type TestService } from './service.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

export const SECURITY = '/account/security';
export const APP = '/account/security/app';

const fromHtml = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** What a page asks the browser for a passkey. `ceremony` where it has several forms. */
export function optionsOf(
  page: string,
  ceremony: 'create' | 'get',
): { challenge: string } & Record<string, unknown> {
  const found = new RegExp(`data-passkey="${ceremony}" data-options="([^"]*)"`).exec(page)?.[1];
  if (found === undefined) throw new Error(`no form for a passkey in: ${page.slice(0, 300)}`);
  return JSON.parse(fromHtml(found));
}

export const recoveryCodesOf = (page: string): string[] =>
  [...page.matchAll(/<code>([0-9a-z]{5}-[0-9a-z]{5})<\/code>/g)].map(([, code = '']) => code);

/** The code that an app with this secret shows at this moment of the service's clock. */
export function appCode(secret: string, minutesAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + minutesAhead * 60_000 });
}

/** A confirmed account with an authenticator app, and the browser in which it was set up. */
export async function newAccountWithApp(service: TestService) {
  const account = await newAccount(service);
  const { browser } = await signIn(service, account.email);
  return { ...account, browser, ...(await addApp(browser)) };
}

/** Sets an authenticator app up, in a browser that has just signed in. */
export async function addApp(
  browser: Browser,
): Promise<{ secret: string; recoveryCodes: string[]; answer: Answer }> {
  const { text } = await browser.get(APP);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');
  const offer = /name="offer" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await browser.post(APP, { offer, code: appCode(secret) });
  return { secret, recoveryCodes: recoveryCodesOf(answer.text), answer };
}

export async function addPasskey(
  service: TestService,
  browser: Browser,
): Promise<{ device: SoftwareAuthenticator; recoveryCodes: string[]; answer: Answer }> {
  const device = new SoftwareAuthenticator(service.url);
  const response = device.create(optionsOf((await browser.get(SECURITY)).text, 'create'));
  const answer = await browser.post(SECURITY, { do: 'add-passkey', response });
  return { device, recoveryCodes: recoveryCodesOf(answer.text), answer };
}

/** A sign-in in a new browser up to the page that asks for the second factor. */
export async function passPassword(
  service: TestService,
  email: string,
  password = PASSWORD,
): Promise<{ browser: Browser; flow: AppFlow; page: string; html: string }> {
  const browser = new Browser(service.url);
  const flow = new AppFlow(service);
  const { location } = await browser.post(await flow.begin(browser), { email, password });
  const page = location ?? '';
  return { browser, flow, page, html: (await browser.get(page)).text };
}

export async function finish(
  { browser, flow, page }: { browser: Browser; flow: AppFlow; page: string },
  fields: Record<string, string>,
): Promise<Tokens> {
  return flow.exchange(codeOf(await browser.follow(await browser.post(page, fields))));
}
