/** Actions of people through the pages, by the texts that they read there. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

let people = 0;

/** A new person with an e-mail address that is unique in this process. */
export function newPerson(name = 'Ada Berg'): Person {
  people += 1;
  return { name, email: `person-${process.pid}-${people}@example.com`, password: 'seven quiet harbours' };
}

/** Waits for the newest mail to an address with a matching subject. @returns its link */
export async function linkFromMail(
  request: APIRequestContext,
  product: Product,
  email: string,
  subject: RegExp,
): Promise<string> {
  let link = '';
  await expect(async () => {
    const response = await request.get(`${product.mailboxUrl}/api/mails`, { params: { to: email } });
    const answer = (await response.json()) as { mails: { subject: string; text: string }[] };
    const mail = answer.mails.find((one) => subject.test(one.subject));
    link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link, `a mail to ${email}`).not.toBe('');
  }).toPass({ timeout: 60_000 });
  return link;
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Your name', { exact: true }).fill(person.name);
  await page.getByLabel('E-mail address', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
}

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail address', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs up a new person, confirms the address and waits for the dashboard. */
export async function signUp(page: Page, product: Product, person: Person = newPerson()): Promise<Person> {
  await page.goto(`${product.url}/auth/sign-up`);
  await fillSignUp(page, person);
  await page.goto(await linkFromMail(page.request, product, person.email, /^Confirm/));
  await expectDashboard(page, product);
  return person;
}

export async function signIn(
  page: Page,
  product: Product,
  person: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto(`${product.url}/auth/sign-in`);
  await fillSignIn(page, person);
  await expectDashboard(page, product);
}

/** Expects the dashboard without parameters of the callback in the address. */
export async function expectDashboard(page: Page, product: Product): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(page.url()).toBe(`${product.url}/dashboard`);
}

/** Opens the platform's page and continues to the simulator's consent page. */
export async function beginConnect(
  page: Page,
  product: Product,
  platform: 'Google' | 'Facebook',
): Promise<void> {
  await page.goto(`${product.url}/connections/${platform.toLowerCase()}`);
  await page.getByRole('button', { name: `Connect with ${platform}` }).click();
  await expect(page.getByText(`local simulator of ${platform}, no real account is used`)).toBeVisible();
}

/** Grants access on the consent page and waits for the choice of locations. */
export async function allowAccess(page: Page, platform: 'Google' | 'Facebook'): Promise<void> {
  await page.getByRole('button', { name: platform === 'Google' ? 'Allow' : 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Which locations should we import?' })).toBeVisible();
}

/** Grants access again for an existing connection, and waits for it. */
export async function allowAccessAgain(page: Page, platform: 'Google' | 'Facebook'): Promise<void> {
  await page.getByRole('button', { name: platform === 'Google' ? 'Allow' : 'Continue', exact: true }).click();
  await expect(page.getByText('Connected again')).toBeVisible();
}

/** Selects the named locations only, all when none is named, and starts the import. */
export async function chooseProfiles(page: Page, names: readonly string[] = []): Promise<void> {
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  const all = page.getByRole('checkbox', { name: /^Select/ });
  // The locations of a first connection are selected already.
  if ((await all.count()) > 0) await all.setChecked(names.length === 0);
  for (const name of names) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: /^Import \d+ location/ }).click();
}

/** Connects a platform and waits for its first sync. */
export async function connect(page: Page, product: Product, platform: 'Google' | 'Facebook'): Promise<void> {
  await beginConnect(page, product, platform);
  await allowAccess(page, platform);
  await chooseProfiles(page);
  const listings = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Sync now: / }) });
  await expect(listings.first()).toBeVisible();
  for (const listing of await listings.all()) await expect(listing.getByText(/^Synced /)).toBeVisible();
}
