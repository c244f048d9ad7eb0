// `npm run record-tour -- <address> <e-mail> <password>`: asks the running demo (`npm start -- --demo`) everything that the
// tour answers, and writes web/src/tour/recording.json. The demo gets some QR codes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { signInToDemo } from '../bench/lib/demo.mjs';
import { api } from '../contract/src/api.ts';
import { accountHeader } from '../contract/src/constants.ts';
import { root } from './lib/paths.mjs';
import { packReviews, tidyAnswers } from './lib/tour-recording.mjs';

const target = join(root, 'web/src/tour/recording.json');
const dayMs = 86_400_000;
const pageSize = 100;

/** Signs in as a person does, and takes the headers that the app then sends. */
async function readHeaders(demo) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: false,
  });
  try {
    const page = await browser.newPage();
    const sent = page.waitForRequest(
      (request) => request.headers()[accountHeader.toLowerCase()] !== undefined,
    );
    await signInToDemo(page, demo);
    const { authorization, [accountHeader.toLowerCase()]: account } = (await sent).headers();
    return { authorization, [accountHeader]: account };
  } finally {
    await browser.close();
  }
}

/** Calls the API by the contract's routes. @returns a function of `businesses.list` and its input */
function createClient(url, headers) {
  return async (name, input) => {
    const [group, call] = name.split('.');
    const { method, path } = api[group][call]['~orpc'].route;
    const left = new Map(Object.entries(input));
    const address = new URL(
      path.replace(/\{(\w+)\}/g, (_whole, field) => {
        const value = left.get(field);
        left.delete(field);
        return encodeURIComponent(value);
      }),
      url,
    );
    if (method === 'GET') for (const [field, value] of left) address.searchParams.set(field, value);
    const answer = await fetch(address, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(Object.fromEntries(left)) }),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

async function readReviews(call) {
  const reviews = [];
  let cursor;
  do {
    const page = await call('reviews.list', { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    reviews.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return reviews;
}

async function addCodes(call) {
  const { codes } = await call('codes.list', { kind: 'qr', days: '30' });
  if (codes.length > 2) return;
  const { pipelines } = await call('pipelines.list', {});
  const pipelineId = pipelines[0].id;
  const common = { kind: 'qr', pipelineId, locationId: null };
  await call('codes.create', {
    ...common,
    names: ['Table 1', 'Table 2', 'Table 3'],
    series: 'Tables',
    design: { modules: 'rounded', color: '#1f4d3f' },
  });
  await call('codes.create', { ...common, names: ['Counter'], series: null, design: {} });
}

/** The periods that the dashboard offers, as web/src/features/analytics/choice.ts makes them. */
function periods(today) {
  const [year, month] = today.split('-').map(Number);
  const before = (days) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  return {
    7: { from: before(6), to: today },
    30: { from: before(29), to: today },
    90: { from: before(89), to: today },
    year: { from: `${year}-01-01`, to: today, compare: 'year' },
    '12m': {
      from: new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10),
      to: today,
      compare: 'year',
    },
    all: {},
  };
}

async function readAnswers(call, day) {
  const answers = [];
  const ask = async (name, input = {}, recordedInput = input) => {
    const output = await call(name, input);
    answers.push({ call: name, input: recordedInput, output });
    return output;
  };
  await ask('app.config');
  const { businesses } = await ask('businesses.list');
  for (const name of [
    ...['connections.list', 'tags.list', 'savedViews.list', 'replyTemplates.list', 'bulkActions.list'],
    ...['assistant.get', 'imports.list', 'pipelines.list', 'submissions.figures', 'feedback.figures'],
    ...['reviews.hideReasons', 'reviewMarks.assignees', 'analytics.dashboard', 'analytics.words'],
  ])
    await ask(name);
  for (const { id } of businesses.flatMap(({ locations }) => locations))
    await ask('reviewMarks.assignees', { locationId: id });
  for (const days of ['7', '30', '90', '365']) await ask('codes.list', { kind: 'qr', days });
  const { codes } = await call('codes.list', { kind: 'qr', days: '30' });
  for (const { id } of codes) await ask('codes.get', { id });
  const places = [
    {},
    ...businesses.flatMap(({ id: businessId, locations }) => [
      { businessId },
      ...locations.flatMap(({ id: locationId }) => [{ locationId }, { businessId, locationId }]),
    ]),
  ];
  for (const place of places)
    for (const [preset, period] of Object.entries(periods(day)))
      await ask('analytics.visits', { ...place, ...period }, { preset, ...place });
  return answers;
}

async function record([url, email, password]) {
  if (password === undefined)
    throw new Error('Name the address, the e-mail address and the password of the demo.');
  const headers = await readHeaders({ url, email, password });
  const call = createClient(url, headers);
  await addCodes(call);
  const day = new Date().toISOString().slice(0, 10);
  const answers = await readAnswers(call, day);
  const { user } = await call('users.getByEmail', {
    useremail: email,
    userToken: headers.authorization.replace('Bearer ', ''),
  });
  answers.push({ call: 'users.getByEmail', input: {}, output: { user } });
  const reviews = packReviews(await readReviews(call), day);
  const text = tidyAnswers({ day, answers, reviews }, url);
  await writeFile(target, text);
  console.log(`${target}: ${Math.round(text.length / 1024)} KB`);
}

await record(process.argv.slice(2));
