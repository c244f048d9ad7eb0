// What visitors, owners and platforms do, at an even pace, until it is stopped.
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { headersOfVisit, loadSlug } from '../../server/src/testing/load-pages.ts';
import { signInToDemo } from './demo.mjs';
import { control } from './google-simulator.mjs';

/** Pauses between two of a kind, in milliseconds. */
const PAUSES = { embed: 100, page: 500, submission: 1_000, signIn: 2_000, screen: 5_000, reviews: 20_000 };
/** A form that is sent within a second of its page is held. */
const READING_MS = 1_500;
const SCREENS = ['/dashboard', '/reviews', '/widgets', '/businesses', '/connections', '/badges', '/profile'];
const MAX_FAILURES_KEPT = 20;
const REVIEWS_AT_ONCE = 3;

/**
 * @param machines what `startMachines` returns
 * @param options.pages number of pages for visitors
 * @param options.codes codes of published embeds
 * @param options.listings `{ id, place }` of the demo's listings on the simulated platform
 * @param options.makeDue lets the program sync a listing at once
 */
export async function startSoakLoad(stage, machines, { pages, codes, listings, makeDue }) {
  const totals = { answers: {}, failures: [], acknowledged: [], reviews: 0 };
  let isOn = true;
  const loop = async (kind, step) => {
    for (let number = 0; isOn; number += 1) {
      try {
        await step(number);
      } catch (error) {
        note(totals, kind, 'failed', String(error));
      }
      await wait(PAUSES[kind]);
    }
  };
  const ask = async (kind, url, init) => {
    const response = await fetch(url, init);
    const text = await response.text();
    note(totals, kind, response.status, `${url} ${text}`);
    return { status: response.status, text };
  };
  const { url, identityUrl } = machines;
  const endings = ['', '.js', '.json'];
  const owner = await openOwner(stage, machines, totals);
  const loops = [
    loop('embed', (number) =>
      ask('embed', `${url}/e/${codes[number % codes.length]}${endings[number % endings.length]}`),
    ),
    loop('page', (number) =>
      ask('page', `${url}/c/${loadSlug(number % pages)}`, {
        headers: { 'x-forwarded-for': headersOfVisit()['x-forwarded-for'] },
      }),
    ),
    loop('submission', (number) => submit(number)),
    loop('signIn', () => ask('signIn', `${identityUrl}/.well-known/openid-configuration`)),
    loop('screen', (number) => owner.open(SCREENS[number % SCREENS.length])),
    loop('reviews', (number) => writeReviews(number)),
  ];

  async function submit(number) {
    const headers = headersOfVisit();
    const address = `${url}/c/${loadSlug(number % pages)}`;
    const { text } = await ask('page', address, { headers });
    await wait(READING_MS);
    const words = `Visit ${number} of the soak, in words of its own`;
    const body = new URLSearchParams({
      step: 'review',
      key: `visit-of-the-soak-${number}`,
      rating: String(1 + (number % 5)),
      text: words,
      token: JSON.parse(text).token,
    });
    const answer = await ask('submission', address, { method: 'POST', headers, body });
    if (JSON.parse(answer.text).stored === true) totals.acknowledged.push(words);
  }

  async function writeReviews(number) {
    const { id, place } = listings[number % listings.length];
    const review = {
      starRating: 'FIVE',
      comment: `Review ${number} of the soak`,
      reviewer: { displayName: 'A. B.' },
    };
    for (let at = 0; at < REVIEWS_AT_ONCE; at += 1)
      await control(machines.google.url, {
        action: 'put-review',
        location: place,
        review: { ...review, reviewId: `soak-${number}-${at}` },
      });
    totals.reviews += REVIEWS_AT_ONCE;
    await makeDue(id);
  }

  return {
    totals,
    async stop() {
      isOn = false;
      await Promise.all(loops);
      await owner.close();
    },
  };
}

/** A signed-in owner in a browser, who goes from screen to screen for all of the time. */
async function openOwner(stage, { url, demo }, totals) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' });
  stage.onClose(() => browser.close());
  const page = await browser.newPage();
  page.on('pageerror', (error) => note(totals, 'screen', 'failed', String(error)));
  page.on('response', (response) => {
    if (response.url().startsWith(url)) note(totals, 'browser', response.status(), response.url());
  });
  await signInToDemo(page, { url, ...demo });
  return {
    async open(path) {
      await page.locator(`nav a[href="${path}"], a[href="${path}"]`).first().click({ timeout: 30_000 });
      await page.waitForURL(`${url}${path}**`, { timeout: 30_000 });
      await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 30_000 });
      note(totals, 'screen', 200, '');
    },
    close: () => browser.close(),
  };
}

/** Counts an answer; keeps the first of those that a visitor or an owner would see fail. */
function note(totals, kind, status, text) {
  totals.answers[kind] ??= {};
  totals.answers[kind][status] = (totals.answers[kind][status] ?? 0) + 1;
  if (status !== 'failed' && status < 400) return;
  if (totals.failures.length < MAX_FAILURES_KEPT)
    totals.failures.push(`${kind}: ${status} ${text.slice(0, 300)}`);
}
