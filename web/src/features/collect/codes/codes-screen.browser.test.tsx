/** QR codes: the list's states, and an editor that cannot save what does not scan. */
import { lookDesign } from '@kindling/contract/code-looks';
import type { Code, ListedCode } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { QrCodesScreen } from './codes-screen.tsx';
import { QrCodeScreen } from './editor-screen.tsx';

const id = (last: string) => `0199f000-0000-7000-8000-0000000000${last}`;
const time = '2026-11-01T10:00:00.000Z';
const pipeline = {
  id: id('21'),
  businessId: id('22'),
  businessName: 'Salt Quay',
  locationId: null,
  name: 'Main',
};
const code: Code = {
  id: id('23'),
  kind: 'qr',
  name: 'Counter',
  series: null,
  url: 'https://kindling.example/q/k7m2p9xw3t',
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
  design: lookDesign('soft'),
};
const listed = (change: Partial<ListedCode>): ListedCode => ({
  ...code,
  logo: null,
  figures: { visits: 12, ratings: 5, clicks: 2, reviews: 1, messages: 0 },
  ...change,
});
const places = {
  'GET /pipelines': { pipelines: [pipeline as Pipeline] },
  'GET /businesses': { businesses: [] },
};

test('without a code the list says what to do first', async () => {
  await renderScreen(<QrCodesScreen />, { answers: { 'GET /codes': { codes: [], logos: [] } } });
  await expect.element(page.getByText('No QR code yet')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'New QR code' })).toBeVisible();
});

test('a list that fails to load can be loaded again', async () => {
  let works = false;
  await renderScreen(<QrCodesScreen />, {
    answers: {
      'GET /codes': () => (works ? { codes: [listed({})], logos: [] } : makeProblem(403, 'forbidden')),
    },
  });
  await expect.element(page.getByRole('alert')).toBeVisible();
  works = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Counter' })).toBeVisible();
});

test('a code of all locations has no actions for a limited member; codes of a series are together', async () => {
  const series = { series: 'Table' };
  await renderScreen(<QrCodesScreen />, {
    answers: {
      'GET /codes': {
        codes: [
          listed({ id: id('31'), name: 'Table 1', ...series }),
          listed({ id: id('32'), name: 'Everywhere', editable: false }),
          listed({ id: id('33'), name: 'Table 2', ...series }),
        ],
        logos: [],
      },
    },
  });
  const tables = page.getByRole('list', { name: 'Table' });
  await expect.element(tables.getByRole('link', { name: 'Table 2' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Actions for Table 1' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Actions for Everywhere' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect.element(page.getByRole('button', { name: 'Print 2 codes on a sheet' })).toBeVisible();
});

const editor = (
  <Routes>
    <Route path="/qr/:qrID" element={<QrCodeScreen />} />
  </Routes>
);

test('a design that does not scan cannot be saved, and the reason is said', async () => {
  await renderScreen(editor, {
    path: `/qr/${code.id}`,
    answers: { ...places, [`GET /codes/${code.id}`]: { code } },
  });
  await expect.element(page.getByText(/Phones can scan this code/)).toBeVisible();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.element(save).toBeDisabled();
  await page.getByRole('button', { name: 'Colors' }).click();
  const color = page.getByRole('textbox', { name: 'Code', exact: true });
  await color.fill('#c8c8c8');
  await expect.element(page.getByText(/Make the code darker/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await color.fill('#102030');
  await expect.element(page.getByText(/Phones can scan this code/)).toBeVisible();
  await expect.element(save).toBeEnabled();
});

test('the editor shows the address that the code holds, and what it brought', async () => {
  await renderScreen(editor, {
    path: `/qr/${code.id}`,
    answers: {
      ...places,
      [`GET /codes/${code.id}`]: { code },
      'GET /codes': { codes: [listed({ id: id('31') }), listed({})], logos: [] },
    },
  });
  await expect.element(page.getByText('Address: kindling.example/q/k7m2p9xw3t')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect.element(page.getByText('Last 30 days')).toBeVisible();
  await expect.element(page.getByText('12', { exact: true })).toBeVisible();
});

test('a code whose page was deleted says what visitors see, and asks for another page', async () => {
  await renderScreen(editor, {
    path: `/qr/${code.id}`,
    answers: {
      ...places,
      [`GET /codes/${code.id}`]: {
        code: { ...code, pipelineId: null, pipelineName: null, disabledAt: time },
      },
    },
  });
  await expect.element(page.getByText(/The page of this code was deleted\./)).toBeVisible();
  await expect.element(page.getByText(/This code is disabled\./)).toBeVisible();
  await expect.element(page.getByText('Choose a page.')).toBeVisible();
});
