/** A team: invitations by mail, what a role sees, several accounts of one person, and the handing over of ownership. */
import type { BrowserContext, Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { fillSignIn, fillSignUp, linkFromMail, newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const product = useProduct();

const team = (page: Page) => page.getByRole('region', { name: 'Team' });
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });

async function openTeam(page: Page): Promise<void> {
  await page.goto(`${product().url}/profile`);
  await expect(team(page).getByRole('heading', { name: /members?$/ })).toBeVisible();
}

/** Invites an address on the owner's page. @returns the link of the mail */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await team(page).getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('radio', { name: role, exact: true }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(team(page).getByRole('listitem').filter({ hasText: email })).toContainText(
    'Valid for 7 more days',
  );
  return linkFromMail(page.request, product(), email, /invited/);
}

/** Gives a member another role on the owner's page. */
async function changeRole(page: Page, member: string, role: string): Promise<void> {
  await team(page)
    .getByRole('button', { name: `Actions for ${member}` })
    .click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: role, exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(team(page).getByRole('listitem').filter({ hasText: member })).toContainText(role);
}

async function newTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${product().url}${path}`);
  return page;
}

test('a person who is invited joins without an account of their own', async ({ page, browser }) => {
  await signUpByRequest(page, product(), newPerson('Olga Berg'));
  await openTeam(page);
  await expect(team(page).getByRole('button', { name: 'Leave the team…' })).toBeDisabled();
  const viewer = newPerson('Vera Lund');
  const link = await invite(page, viewer.email, 'Viewer');
  await expectAccessible(page, 'the team');

  const context = await browser.newContext();
  const first = await context.newPage();
  await test.step('the link says who invites, and leads to the sign-up', async () => {
    await first.goto(link);
    await expect(
      first.getByRole('heading', { name: 'You are invited to the account Olga Berg' }),
    ).toBeVisible();
    await expectAccessible(first, 'the invitation');
    await first.getByRole('button', { name: 'Create an account' }).click();
    await expect(first.getByText('Use the address the invitation was sent to.')).toBeVisible();
    await fillSignUp(first, viewer);
  });

  const tab = await context.newPage();
  await test.step('the confirmation opens another tab, which finds the invitation by the address', async () => {
    await tab.goto(await linkFromMail(tab.request, product(), viewer.email, /^Confirm/));
    await expect(tab.getByRole('heading', { name: 'You are invited' })).toBeVisible();
    await expectAccessible(tab, 'the page without an account');
    await tab.getByRole('button', { name: 'Join Olga Berg' }).click();
    await expect(dashboard(tab)).toBeVisible();
  });

  await test.step('a viewer sees what the role may do, and no account of their own', async () => {
    await tab.getByRole('button', { name: 'Account menu of Vera Lund, in Olga Berg' }).click();
    await expect(tab.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expect(tab.getByRole('menuitemradio')).toHaveCount(0);
    await tab.goto(`${product().url}/widgets`);
    await expect(tab.getByText('No widgets yet')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Create a widget' })).toHaveCount(0);
    await tab.goto(`${product().url}/billing`);
    await expect(tab.getByText('Only owners can use this page.')).toBeVisible();
    await expect(tab.getByText('Your role is Viewer. Ask Olga Berg.')).toBeVisible();
    await expectAccessible(tab, 'the explanation');
  });

  await test.step('the owner hands the ownership over, and the other one accepts', async () => {
    await openTeam(page);
    await team(page).getByRole('button', { name: 'Actions for Vera Lund' }).click();
    await page.getByRole('menuitem', { name: 'Hand over ownership…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Offer ownership' }).click();
    await expect(team(page).getByText('You offer the ownership to Vera Lund')).toBeVisible();
    await openTeam(tab);
    await tab.getByRole('button', { name: 'Accept' }).first().click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await expect(team(tab).getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  });

  await test.step('the former owner may leave, and then belongs to no account', async () => {
    await openTeam(page);
    await team(page).getByRole('button', { name: 'Leave the team…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click();
    await expect(page.getByRole('heading', { name: 'You do not belong to an account' })).toBeVisible();
    await page.getByRole('button', { name: 'Create your own account' }).click();
    await expect(dashboard(page)).toBeVisible();
  });
  await context.close();
});

test('a person with two accounts chooses in the user menu, and each tab keeps its own', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const other = newPerson('Marta Holm');
  await signUpByRequest(tab, product(), other);
  await context.clearCookies();
  await signUpByRequest(page, product(), newPerson('Olga Berg'));
  await openTeam(page);
  const link = await invite(page, other.email, 'Manager');

  const second = newPerson('Somebody Else');
  await signUpByRequest(tab, product(), second);
  await test.step('the link is for its address only', async () => {
    await tab.goto(link);
    await expect(tab.getByRole('heading', { name: 'This invitation is for another address' })).toBeVisible();
    await expect(tab.getByText(second.email)).toBeVisible();
  });
  await context.clearCookies();

  await test.step('the invitation outlives the sign-in, and the tab opens the joined account', async () => {
    await tab.goto('about:blank');
    await tab.goto(link);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(tab, other);
    await tab.getByRole('button', { name: 'Join Olga Berg' }).click();
    await expect(dashboard(tab)).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Account menu of Marta Holm, in Olga Berg' })).toBeVisible();
  });

  const own = await newTab(context, '/dashboard');
  await test.step('another tab changes to the own account, and both keep theirs after a reload', async () => {
    const menu = own.getByRole('button', { name: 'Account menu of Marta Holm, in Olga Berg' });
    await menu.press('Enter');
    await expect(
      own.getByRole('group', { name: 'Accounts' }).getByRole('menuitemradio').first(),
    ).toBeFocused();
    await expectAccessible(own, 'the choice of accounts');
    await own.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await menu.click();
    await expect(own.getByRole('menuitemradio', { name: /^Olga Berg/ })).toBeChecked();
    await own.getByRole('menuitemradio', { name: /^Marta Holm/ }).click();
    await expect(
      own.getByRole('button', { name: 'Account menu of Marta Holm, in Marta Holm' }),
    ).toBeVisible();
    expect(own.url()).toBe(`${product().url}/dashboard`);
    for (const one of [own, tab]) await one.reload();
    await expect(own.getByRole('button', { name: /, in Marta Holm$/ })).toBeVisible();
    await expect(tab.getByRole('button', { name: /, in Olga Berg$/ })).toBeVisible();
  });

  await test.step('a changed role applies after a refused call, and when the page becomes visible again', async () => {
    const create = tab.getByRole('button', { name: 'Create a widget' });
    await tab.goto(`${product().url}/widgets`);
    await expect(create).toBeVisible();
    await openTeam(page);
    await changeRole(page, 'Marta Holm', 'Viewer');
    await create.click();
    const dialog = tab.getByRole('dialog', { name: 'New widget' });
    await dialog.getByRole('button', { name: 'Three columns' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Your role in this account does not allow this');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(create).toHaveCount(0);
    await changeRole(page, 'Marta Holm', 'Manager');
    await tab.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(create).toBeVisible();
  });

  await test.step('who is removed learns it at the next call, and goes on with the other account', async () => {
    await team(page).getByRole('button', { name: 'Actions for Marta Holm' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(team(page).getByText(other.email)).toHaveCount(0);
    await tab.getByRole('link', { name: 'Badges' }).click();
    await expect(tab.getByRole('heading', { name: 'You are no longer a member of Olga Berg' })).toBeVisible();
    await tab.getByRole('button', { name: 'Marta Holm (Owner)' }).click();
    await expect(dashboard(tab)).toBeVisible();
  });
  await context.close();
});
