/** NFC cards: what a phone that writes says, what any other shows, and a lost card. */
import { plainDesign } from '@kindling/contract/code-looks';
import type { ListedCode } from '@kindling/contract/codes';
import { defaultPipelineSettings } from '@kindling/contract/pipeline-settings';
import type { Pipeline } from '@kindling/contract/pipelines';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import deTexts from '@kindling/locales/de/print.json';
import frTexts from '@kindling/locales/fr/print.json';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { drawCode } from '../codes/draw-code.ts';
import { NfcCards } from './nfc-cards.tsx';

const id = (last: string) => `0199f000-0000-7000-8000-0000000000${last}`;
const time = '2026-11-01T10:00:00.000Z';
const pipeline = {
  id: id('21'),
  businessId: id('22'),
  businessName: 'Salt Quay',
  locationId: null,
  name: 'Main',
};
const card: ListedCode = {
  id: id('23'),
  kind: 'nfc',
  name: 'Counter card',
  series: null,
  url: 'https://kindling.example/n/k7m2p9xw3t',
  businessId: id('22'),
  businessName: 'Salt Quay',
  brandColor: null,
  pipelineId: pipeline.id,
  pipelineName: 'Main',
  locationId: null,
  locationName: null,
  contact: null,
  disabledAt: null,
  editable: true,
  createdAt: time,
  updatedAt: time,
  design: plainDesign,
  logo: null,
  figures: { visits: 41, ratings: 9, clicks: 3, reviews: 2, messages: 0 },
};
const answers = {
  'GET /codes': { codes: [card], logos: [] },
  'GET /pipelines': { pipelines: [pipeline as Pipeline] },
  'GET /businesses': { businesses: [] },
};

interface Tag {
  write?: () => Promise<void>;
  makeReadOnly?: () => Promise<void>;
}

/** A phone that can write tags. */
function stubReader({ write = async () => undefined, makeReadOnly = async () => undefined }: Tag) {
  const written = vi.fn(write);
  const locked = vi.fn(makeReadOnly);
  class Reader {
    write = written;
    makeReadOnly() {
      return locked();
    }
  }
  window.NDEFReader = Reader;
  onTestFinished(() => {
    delete window.NDEFReader;
  });
  return { written, locked };
}

const rejects = (name: string) => () => Promise.reject(new DOMException('', name));

async function openWriting() {
  await renderScreen(<NfcCards />, { answers });
  await page.getByRole('button', { name: 'Write', exact: true }).click();
}

test('a card shows its taps, without comparing it with others', async () => {
  await renderScreen(<NfcCards />, { answers });
  await expect.element(page.getByText('Counter card')).toBeVisible();
  const figures = page.getByRole('definition');
  await expect.element(figures.first()).toHaveTextContent('41');
});

test('a browser without Web NFC shows the steps for both kinds of phones, and the address to copy', async () => {
  await openWriting();
  await expect.element(page.getByText(/This browser cannot write cards\./)).toBeVisible();
  await expect.element(page.getByText(card.url)).toBeVisible();
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(1280, 800);
  onTestFinished(() => page.viewport(before.width, before.height));
  const drawn = drawCode({ content: card.url, design: plainDesign, callToAction: '' }, 144) ?? '';
  const picture = page.getByRole('img', { name: 'QR code of the address' });
  await expect.element(picture).toHaveAttribute('src', svgAddress(drawn));
  await expect.element(page.getByText(/Hold the card to the top edge of the iPhone/)).toBeVisible();
  await page.getByText('With an Android phone').click();
  await expect.element(page.getByText(/Turn NFC on/)).toBeVisible();
});

test('a phone writes the address, and locks the card only when asked', async () => {
  const { written, locked } = stubReader({});
  await openWriting();
  await page.getByRole('button', { name: 'Write with this phone' }).click();
  await expect.element(page.getByText('Written. Tap the card once to try it.')).toBeVisible();
  expect(written).toHaveBeenCalledWith(
    { records: [{ recordType: 'url', data: card.url }] },
    { overwrite: true, signal: expect.any(AbortSignal) },
  );
  expect(locked).not.toHaveBeenCalled();
  await expect.element(page.getByText(/you cannot unlock it/)).toBeVisible();
  await page.getByRole('button', { name: 'Lock this card' }).click();
  await expect.element(page.getByText('Locked. Nobody can overwrite this card.')).toBeVisible();
  expect(locked).toHaveBeenCalledTimes(1);
});

describe('what went wrong is said in words', () => {
  test.each([
    ['NotAllowedError', 'The browser may not use NFC here'],
    ['NotSupportedError', 'This phone has no NFC'],
    ['NotReadableError', 'NFC cannot be used right now'],
    ['NetworkError', 'The card was moved away too early'],
    ['AbortError', 'Nothing was written'],
    ['DataError', 'The card was not written'],
  ])('%s', async (name, words) => {
    stubReader({ write: rejects(name) });
    await openWriting();
    await page.getByRole('button', { name: 'Write with this phone' }).click();
    await expect.element(page.getByRole('alert').getByText(new RegExp(words))).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Write with this phone' })).toBeVisible();
  });
});

test('a digital card needs a name, and names the line that the server refused', async () => {
  let sent: unknown;
  await renderScreen(<NfcCards />, {
    answers: {
      ...answers,
      'POST /codes': async (_, request) => {
        sent = await request.json();
        const problem = makeProblem(400, 'invalid-input');
        const body = (await problem.json()) as object;
        return Response.json(
          { ...body, fields: [{ path: 'contact.email', message: 'no' }] },
          { status: 400 },
        );
      },
    },
  });
  await page.getByRole('button', { name: 'New NFC card' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mara');
  await dialog.getByRole('switch', { name: /^Digital card/ }).click();
  const create = dialog.getByRole('button', { name: 'Create card' });
  await expect.element(create).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name on the digital card' }).fill('Mara Jović');
  await dialog.getByRole('textbox', { name: 'Website' }).fill('bakery.example');
  await create.click();
  await expect.element(dialog.getByText('Check this line.')).toBeVisible();
  expect(sent).toMatchObject({
    kind: 'nfc',
    names: ['Mara'],
    pipelineId: pipeline.id,
    contact: { name: 'Mara Jović', title: null, website: 'https://bakery.example' },
  });
});

test('the two names are told apart, and a digital card that is switched off by mistake keeps its lines', async () => {
  await renderScreen(<NfcCards />, { answers });
  await page.getByRole('button', { name: 'New NFC card' }).click();
  const dialog = page.getByRole('dialog');
  const digital = dialog.getByRole('switch', { name: /^Digital card/ });
  await digital.click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  const name = dialog.getByRole('textbox', { name: 'Name on the digital card' });
  await name.fill('Mara Jović');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+381 11 123456');
  await digital.click();
  await expect.element(name).not.toBeInTheDocument();
  await digital.click();
  await expect.element(name).toHaveValue('Mara Jović');
  await expect.element(dialog.getByRole('textbox', { name: 'Phone' })).toHaveValue('+381 11 123456');
});

test('a card is printed in the language of its page and the color that is shown, which the owner can change', async () => {
  const sent: unknown[] = [];
  const texts = { de: { question: 'Wie war es?' } };
  const german = { ...pipeline, settings: { ...defaultPipelineSettings, texts } } as Pipeline;
  await renderScreen(<NfcCards />, {
    answers: {
      ...answers,
      'GET /codes': { codes: [{ ...card, brandColor: '#0f766e' }], logos: [] },
      'GET /pipelines': { pipelines: [german] },
      'POST /codes/files': async (_, request) => {
        sent.push(await request.json());
        return makeProblem(503, 'unavailable');
      },
    },
  });
  await page.getByRole('button', { name: 'Print files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print the card' });
  await expect.element(dialog.getByText('Salt Quay')).toBeVisible();
  await expect.element(dialog.getByText(deTexts.tap, { exact: true })).toBeVisible();
  const download = dialog.getByRole('button', { name: 'Download PDF' });
  await download.click();
  await expect
    .poll(() => sent)
    .toEqual([{ ids: [card.id], file: 'nfc-card', language: 'de', color: '#0f766e' }]);
  await dialog.getByRole('combobox', { name: 'Language of the words' }).selectOptions('fr');
  await dialog.getByRole('textbox', { name: 'Color of the card' }).fill('#8A3B12');
  await expect.element(dialog.getByText(frTexts.tap, { exact: true })).toBeVisible();
  await download.click();
  await expect.poll(() => sent[1]).toMatchObject({ language: 'fr', color: '#8a3b12' });
});

test('a lost card is disabled', async () => {
  const { calls } = await renderScreen(<NfcCards />, {
    answers: { ...answers, [`PUT /codes/${card.id}/disabled`]: { code: card } },
  });
  await page.getByRole('button', { name: 'Actions for Counter card' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect.poll(() => calls).toContain(`PUT /codes/${card.id}/disabled`);
});
