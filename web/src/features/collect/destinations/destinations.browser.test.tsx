/** The public links of a location. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answersOf, destinations, location } from '../../../testing/pipelines.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { Destinations } from './destinations.tsx';

const address = `/locations/${location.id}/destinations`;
const [first, second, third] = destinations;
const asInput = {
  google: { listingId: first?.listingId, hidden: false },
  facebook: { listingId: third?.listingId, hidden: false },
};
const yelp = { label: 'Yelp', url: second?.url, hidden: false };

let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
});

async function show(changed: ApiAnswers = {}, platforms?: Parameters<typeof renderScreen>[1]['platforms']) {
  return renderScreen(
    <Destinations locations={[location]} locationId={location.id} onLocation={() => undefined} />,
    {
      platforms,
      answers: answersOf({
        [`PUT ${address}`]: async (_url, request) => {
          sent.push(((await request.json()) as { destinations: unknown }).destinations);
          return { destinations };
        },
        ...changed,
      }),
    },
  );
}

test('a link is moved by its buttons and hidden, and each change stores the whole list', async () => {
  await show();
  await expect
    .element(page.getByText('The platform provided no address for reviews', { exact: false }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Move Yelp up' }).click();
  await expect.poll(() => sent).toEqual([[yelp, asInput.google, asInput.facebook]]);
  await page.getByRole('button', { name: 'More for Yelp' }).click();
  await page.getByRole('menuitem', { name: 'Hide from visitors' }).click();
  await expect.poll(() => sent[1]).toEqual([asInput.google, { ...yelp, hidden: true }, asInput.facebook]);
});

describe('changes that follow one another quickly', () => {
  type Link = (typeof destinations)[number];
  const names = () =>
    page
      .getByRole('button', { name: /^More for/ })
      .elements()
      .map((one) => one.ariaLabel);
  const order = (...labels: string[]) => labels.map((label) => `More for ${label}`);
  const inputOf = ({ listingId, label, url, hidden }: Link) =>
    listingId === null ? { label, url, hidden } : { listingId, hidden };

  /** A fake server that stores what it gets under new ids, each request after its own gate has opened. */
  const showSlow = async () => {
    let stored = destinations;
    const gates: PromiseWithResolvers<void>[] = [];
    await show({
      [`GET ${address}`]: () => ({ destinations: stored }),
      'POST /destinations/read': {
        destination: { source: null, label: 'Tripadvisor', url: 'https://www.tripadvisor.com/salt-quay' },
        problem: null,
      },
      [`PUT ${address}`]: async (_url, request) => {
        const body = (await request.json()) as { destinations: Link[] };
        sent.push(body.destinations);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        stored = body.destinations.map((input) => ({
          ...(destinations.find(({ listingId }) => listingId !== null && listingId === input.listingId) ?? {
            ...input,
            source: null,
            listingId: null,
            problem: null,
          }),
          hidden: input.hidden,
          id: crypto.randomUUID(),
        }));
        return { destinations: stored };
      },
    });
    return gates;
  };

  test('are sent one after the other, and the screen shows all of them meanwhile', async () => {
    const gates = await showSlow();
    await page.getByRole('button', { name: 'Move Yelp up' }).click();
    await page.getByRole('button', { name: 'Move Facebook up' }).click();
    await expect.poll(names).toEqual(order('Yelp', 'Facebook', 'Google'));
    await page.getByRole('button', { name: 'More for Yelp' }).click();
    await page.getByRole('menuitem', { name: 'Hide from visitors' }).click();
    expect(sent).toHaveLength(1);
    gates[0]?.resolve();
    await expect.poll(() => sent).toHaveLength(2);
    expect(names()).toEqual(order('Yelp', 'Facebook', 'Google'));
    gates[1]?.resolve();
    await expect.poll(() => sent).toHaveLength(3);
    gates[2]?.resolve();
    const [google, yelp, facebook] = destinations.map(inputOf);
    expect(sent).toEqual([
      [yelp, google, facebook],
      [yelp, facebook, google],
      [{ ...yelp, hidden: true }, facebook, google],
    ]);
    await page.getByRole('button', { name: 'More for Yelp' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Show to visitors' })).toBeVisible();
  });

  test('keep a link that was still being added', async () => {
    const gates = await showSlow();
    await page.getByRole('button', { name: 'Add a link' }).click();
    await page.getByLabelText('Address or place ID').fill('https://www.tripadvisor.com/salt-quay');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => sent).toHaveLength(1);
    await page.getByRole('button', { name: 'Move Yelp up' }).click();
    gates[0]?.resolve();
    await expect.poll(() => sent).toHaveLength(2);
    gates[1]?.resolve();
    await expect.poll(names).toEqual(order('Yelp', 'Google', 'Facebook', 'Tripadvisor'));
    expect(sent[1]).toMatchObject([{ label: 'Yelp' }, {}, {}, { label: 'Tripadvisor' }]);
  });

  test('that are refused leave the others as they are', async () => {
    const gates = await showSlow();
    await page.getByRole('button', { name: 'Move Yelp up' }).click();
    await page.getByRole('button', { name: 'Move Facebook up' }).click();
    await expect.poll(() => sent).toHaveLength(1);
    gates[0]?.reject(new TypeError('Failed to fetch'));
    await expect.poll(() => sent).toHaveLength(2);
    gates[1]?.resolve();
    await expect.poll(names).toEqual(order('Google', 'Facebook', 'Yelp'));
  });
});

test('every link with an address can be opened to test it, without telling the site who asks', async () => {
  await show();
  const link = page.getByRole('link', { name: 'Open Yelp to test it' });
  await expect.element(link).toHaveAttribute('href', 'https://www.yelp.com/biz/salt-quay');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('without a link the screen says so, and a pasted address becomes one', async () => {
  const added = { source: 'google', label: 'Google', url: 'https://search.example/writereview?placeid=y' };
  await show({
    [`GET ${address}`]: { destinations: [] },
    'POST /destinations/read': { destination: added, problem: null },
  });
  await expect.element(page.getByText('No public link yet')).toBeVisible();
  await page.getByLabelText('Address or place ID').fill('ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => sent).toEqual([[{ label: 'Google', url: added.url, hidden: false }]]);
  await expect.element(page.getByText('No public link yet')).not.toBeInTheDocument();
});

test.each([
  ['not-an-address', 'This is neither a web address nor a place ID.'],
  ['not-for-reviews', 'This address does not open the page for writing a review.'],
  ['short-link', 'This is a short link.'],
])('a pasted text with the problem %s stays in the field with the reason', async (problem, text) => {
  await show({
    [`GET ${address}`]: { destinations: [] },
    'POST /destinations/read': { destination: null, problem },
  });
  const field = page.getByLabelText('Address or place ID');
  await field.fill('harbor');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /is the website of my business/ }))
    .not.toBeInTheDocument();
  await expect.element(field).toHaveValue('harbor');
  expect(sent).toEqual([]);
});

test('an unknown site can be added where it is the website of the business', async () => {
  await show({
    [`GET ${address}`]: { destinations: [] },
    'POST /destinations/read': { destination: null, problem: 'host' },
  });
  await page.getByLabelText('Address or place ID').fill('www.salt-quay.example/reviews');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'salt-quay.example is the website of my business' }).click();
  await expect
    .poll(() => sent)
    .toEqual([[{ label: 'salt-quay.example', url: 'https://www.salt-quay.example/reviews', hidden: false }]]);
});

test('where the operator has a key, a place is found by its name', async () => {
  const url = 'https://search.example/writereview?placeid=z';
  await show(
    {
      [`GET ${address}`]: { destinations: [] },
      'GET /api-key-places': { places: [{ placeId: 'place', name: 'Salt Quay', address: 'Pier 1' }] },
      'POST /destinations/read': { destination: { source: 'google', label: 'Google', url }, problem: null },
    },
    [{ platform: 'google', mode: 'live', credentials: [], apiKeyAccess: true }],
  );
  await page.getByRole('searchbox').fill('Salt Quay');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Choose Salt Quay' }).click();
  await expect.poll(() => sent).toEqual([[{ label: 'Google', url, hidden: false }]]);
});
