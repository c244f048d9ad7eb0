/** The forms of a business and of a location: validation, rows of links, and what is sent. */
import type { Business, Location } from '@kindling/contract/businesses';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BusinessForm } from './business-form.tsx';
import { LocationForm } from './location-form.tsx';

const business: Business = {
  id: '0199f000-0000-7000-8000-000000000015',
  name: 'Salt Quay',
  website: null,
  category: null,
  phone: null,
  brandColor: null,
  archivedAt: null,
  updatedAt: '2026-11-01T10:00:00.000Z',
  named: true,
  locations: [],
};
const dialog = page.getByRole('dialog');
const save = dialog.getByRole('button', { name: 'Save' });

test('a business is not sent with an invalid website, which gets the focus', async () => {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  await renderScreen(<BusinessForm business={business} onClose={onClose} />, {
    answers: {
      [`PUT /businesses/${business.id}`]: async (_url, request) => {
        sent.push(await request.json());
        return { business };
      },
    },
  });
  const website = dialog.getByLabelText('Website');
  await website.fill('not an address');
  const error = dialog.getByText('This does not look like the address of a website.');
  await expect.element(error).toBeVisible();
  await dialog.getByLabelText('Phone').fill(' 0123 ');
  await save.click();
  await expect.element(website).toHaveFocus();
  await expect.element(website).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
  await website.fill('south.example');
  await expect.element(error).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      name: 'Salt Quay',
      website: 'https://south.example',
      category: null,
      phone: '0123',
      brandColor: null,
      updatedAt: business.updatedAt,
    },
  ]);
});

const place: Location = {
  id: '0199f000-0000-7000-8000-000000000018',
  businessId: business.id,
  name: 'Harbour',
  address: null,
  country: null,
  phone: null,
  timeZone: null,
  links: [
    { label: 'Menu', url: 'https://example.com/menu' },
    { label: 'Booking', url: 'https://example.com/book' },
  ],
  updatedAt: '2026-11-01T10:00:00.000Z',
};
const labels = dialog.getByLabelText('What it is');
const urls = dialog.getByLabelText('Address of the page');
const urlError = dialog.getByText('This does not look like a web address.');

async function showLocation(location: Location | null) {
  const sent: unknown[] = [];
  const store = async (_url: URL, request: Request) => {
    sent.push(await request.json());
    return { location: place };
  };
  await renderScreen(
    <LocationForm
      businesses={[business]}
      business={business}
      location={location}
      onClose={() => undefined}
    />,
    {
      answers: {
        [`POST /businesses/${business.id}/locations`]: store,
        [`PUT /locations/${place.id}`]: store,
      },
    },
  );
  return sent;
}

test('an invalid link prevents saving until its row is removed; the other row stays', async () => {
  const sent = await showLocation(place);
  await expect.element(save).toBeEnabled();
  await urls.first().fill('no address');
  await expect.element(urlError).toBeVisible();
  await expect.element(save).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove this page' }).first().click();
  await expect.element(urlError).not.toBeInTheDocument();
  await expect.element(urls).toHaveValue('https://example.com/book');
  await save.click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    name: 'Harbour',
    businessId: business.id,
    links: [{ label: 'Booking', url: 'https://example.com/book' }],
  });
});

test('a new link needs a name and an address, and an empty one shows no error', async () => {
  const sent = await showLocation(null);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pier');
  await dialog.getByRole('button', { name: 'Add a page' }).click();
  await expect.element(save).toBeDisabled();
  await urls.fill('example.com/menu');
  await expect.element(save).toBeDisabled();
  await labels.fill(' Menu ');
  await expect.element(urlError).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    name: 'Pier',
    links: [{ label: 'Menu', url: 'https://example.com/menu' }],
  });
});
