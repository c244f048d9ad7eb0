/** The "Embed" tab: advice for sites that remove parts of the code, and the check of a page. */
import type { Embed } from '@kindling/contract/embeds';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ApiAnswer, renderScreen } from '../../../testing/render-screen.tsx';
import { EmbedCode } from './embed-code.tsx';

const script =
  '<kindling-reviews code="abcdefghjk" style="display:flow-root;width:100%"></kindling-reviews>\n<script async src="https://kindling.example/e/abcdefghjk.js"></script>';
const ownAddress = 'https://kindling.example/e/abcdefghjk';

/** An embed with only the properties that this tab reads. */
function anEmbed(snippets: Partial<Embed['snippets']> = {}): Embed {
  const all = {
    script,
    iframe: '<iframe></iframe>',
    address: ownAddress,
    picture: '<img>',
    schema: null,
    ...snippets,
  };
  return {
    id: '0199f000-0000-7000-8000-000000000041',
    kind: 'widget',
    changed: false,
    snippets: all,
  } as Partial<Embed> as Embed;
}

const show = (embed: Embed, answers = {}, language = 'en') =>
  renderScreen(<EmbedCode embed={embed} publishing={false} onPublish={() => undefined} />, {
    answers,
    language,
  });
const where = () => page.getByRole('combobox', { name: 'Where to paste it' });

describe('WordPress, which removes code of some users', () => {
  test('is explained, with a button for the method that works there', async () => {
    await show(anEmbed());
    await expect
      .element(page.getByText(/From authors and contributors it removes them/))
      .not.toBeInTheDocument();
    await where().selectOptions('WordPress');
    await expect.element(page.getByText(/From authors and contributors it removes them/)).toBeVisible();
    await page.getByRole('button', { name: 'Use the address' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Code to paste' })).toHaveValue(ownAddress);
    await expect.element(page.getByRole('textbox', { name: 'Code to paste' })).toHaveFocus();
  });

  test('offers the picture for a layout without an address', async () => {
    await show(anEmbed({ iframe: null, address: null }));
    await where().selectOptions('WordPress');
    await page.getByRole('button', { name: 'Use the picture' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Code to paste' })).toHaveValue('<img>');
  });
});

test('the CSS rule for editors that remove styles equals the code’s style', async () => {
  await show(anEmbed());
  await page.getByText('If your editor removes styles').click();
  await expect
    .element(page.getByText('kindling-reviews[code="abcdefghjk"] { display:flow-root; width:100%; }'))
    .toBeVisible();
});

test('the page check names WordPress when the code is missing there', async () => {
  const answer = { result: 'not-found-wordpress', detail: null };
  await show(anEmbed(), { [`POST /embeds/${anEmbed().id}/check`]: answer });
  await page.getByRole('textbox', { name: /address/i }).fill('https://example.com/');
  await page.getByRole('button', { name: 'Check the page' }).click();
  await expect.element(page.getByText('It is not there, perhaps removed by WordPress')).toBeVisible();
});

test('long code is folded and can be expanded; its value is always complete', async () => {
  const long = `${script}<!-- ${'x'.repeat(600)} -->`;
  await show(anEmbed({ script: long }));
  const box = page.getByRole('textbox', { name: 'Code to paste' });
  const height = () => box.element().getBoundingClientRect().height;
  await expect.element(box).toHaveValue(long);
  const folded = height();
  await page.getByRole('button', { name: 'Show all of the code' }).click();
  await expect.poll(height).toBeGreaterThan(folded);
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBe(folded);
});

test('short code has no button to expand it', async () => {
  await show(anEmbed({ script: script.slice(0, 120) }));
  await expect.element(page.getByRole('textbox', { name: 'Code to paste' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show all of the code' })).not.toBeInTheDocument();
});

describe('the page check', () => {
  const address = () => page.getByRole('textbox', { name: 'Address of the page' });
  const asked: unknown[] = [];
  const showCheck = (answer: ApiAnswer) =>
    show(anEmbed(), {
      [`POST /embeds/${anEmbed().id}/check`]: async (_url: URL, request: Request) => {
        asked.push(await request.json());
        return answer;
      },
    });

  test('sends no request for an invalid address', async () => {
    const { calls } = await showCheck(501);
    await address().fill('not a page');
    await page.getByRole('button', { name: 'Check the page' }).click();
    await expect.element(page.getByText('This is not the address of a page.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  test.for([
    ['found-script', null, 'It is there'],
    ['element-without-script', null, 'The script is missing'],
    ['blocked-by-csp', 'script-src', 'The page’s own rules block it'],
    ['unreachable', '503', 'The page did not respond'],
    ['not-allowed-site', null, 'This site is not on its list'],
  ] as const)('shows the result and what to do: %s', async ([result, detail, title]) => {
    asked.length = 0;
    await showCheck({ result, detail });
    await address().fill('www.bakery.example/reviews');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    if (detail !== null) await expect.element(page.getByText(detail, { exact: true })).toBeVisible();
    expect(asked).toEqual([{ url: 'https://www.bakery.example/reviews' }]);
  });

  test.for([
    'http://localhost:4180/own',
    'http://192.168.1.20/',
    `https://bakery.example/${'%D1%85'.repeat(60)}`,
  ])('lets the server decide whether a page can be reached: %s', async (typed) => {
    asked.length = 0;
    await showCheck({ result: 'unreachable', detail: 'address' });
    await address().fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/pages behind a password or on your own computer/)).toBeVisible();
    expect(asked).toEqual([{ url: typed }]);
  });

  test.for([
    ['code-removed', 'Use the address', ownAddress],
    ['not-found-wordpress', 'Use the address', ownAddress],
    ['address-as-text', 'Use the frame', '<iframe></iframe>'],
    ['php-not-run', 'Use the script', script],
  ] as const)(
    'has a button for the recommended method, which focuses the code: %s',
    async ([result, label, code]) => {
      await showCheck({ result, detail: null });
      await address().fill('www.bakery.example');
      await userEvent.keyboard('{Enter}');
      await page.getByRole('button', { name: label }).click();
      const field = page.getByRole('textbox', { name: 'Code to paste' });
      await expect.element(field).toHaveValue(code);
      await expect.element(field).toHaveFocus();
    },
  );

  test('shows why the check failed', async () => {
    await showCheck(Response.json({ code: 'unavailable', requestId: 'r-2' }, { status: 503 }));
    await address().fill('https://www.bakery.example/');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert').getByText(/r-2/)).toBeVisible();
  });
});
