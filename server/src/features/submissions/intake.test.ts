/** What is stored of what visitors send, over HTTP: once, within limits, and nothing that is not theirs. */
import type { Funnel, Pipeline } from '@kindling/contract/pipelines';
import type { OwnReview } from '@kindling/contract/reviews';
import type { HeldSubmission } from '@kindling/contract/submissions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { cutDatabase } from '../../testing/cut-database.ts';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createVisitor, firstPipeline, type Visitor } from '../../testing/visitor.ts';
import { storeEntry } from './store-entry.ts';
import { submissionIdOf } from './visitor-entry.ts';
import { withdrawToken } from './withdraw-link.ts';

const json = { accept: 'application/json' };

describe.each(featureModes)('submissions, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let visitor: Visitor;
  let pipeline: Pipeline;
  let path: string;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
    visitor = createVisitor(app);
  });
  afterAll(() => app.close());
  afterEach(() => void vi.restoreAllMocks());
  // Each test has an account of its own, whose counts begin at zero.
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`owner-${people}@example.com`);
    pipeline = await firstPipeline(user);
    path = `/c/${pipeline.slug}`;
  });

  const page = () => `c/${pipeline.slug}`;

  async function reviews() {
    const { json: answer } = await user.call('GET', '/reviews?limit=100');
    return (answer as { items: OwnReview[] }).items;
  }

  async function held(): Promise<HeldSubmission[]> {
    const { json: answer } = await user.call('GET', '/submissions/held');
    return (answer as { items: HeldSubmission[] }).items;
  }

  async function funnel(): Promise<Funnel> {
    const { json: answer } = await user.call('GET', `/pipelines/${pipeline.id}/funnel?days=7`);
    return (answer as { funnel: Funnel }).funnel;
  }

  test('a hundred equal forms at once store one rating, and each is told that it is stored', async () => {
    const fields = visitor.fields(page(), { rating: '4' });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => visitor.send(path, fields, { headers: json, network: '192.0.2.7' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await reviews()).toMatchObject([{ rating: 4 }]);
    expect((await funnel()).total).toMatchObject({ ratings: 1, reviews: 0, messages: 0 });
  });

  test('a review that arrives before its rating loses nothing, and a second one changes nothing', async () => {
    const fields = visitor.fields(page(), { rating: '3' });
    const review = { ...fields, step: 'review', text: 'Fine.' };
    await visitor.send(path, review, { headers: json });
    await visitor.send(path, fields, { headers: json });
    await visitor.send(path, { ...review, text: 'Another text.' }, { headers: json });
    expect(await reviews()).toMatchObject([{ rating: 3, text: 'Fine.' }]);
    expect((await funnel()).total).toMatchObject({ ratings: 1, reviews: 1 });
  });

  /** As a rush of visitors or a database that does not answer: what is sent waits in a file. */
  async function sendIntoFile(fields: Record<string, string>) {
    cutDatabase(app.services.db);
    const { json: answer } = await visitor.send(path, fields, { headers: json });
    return (answer as { withdrawUrl: string }).withdrawUrl;
  }

  test('what is withdrawn while it waits in a file is never shown', async () => {
    const fields = visitor.fields(page(), {
      rating: '1',
      step: 'review',
      text: 'I should not have written this.',
    });
    await visitor.open(path);
    const link = await sendIntoFile(fields);
    expect(await visitor.open(link)).toMatchObject({ status: 200, text: expect.stringContaining('<button') });
    const whileDown = visitor.fields(page(), { rating: '2' });
    const other = await sendIntoFile(whileDown);
    expect((await visitor.send(other, {})).status).toBe(200);
    vi.restoreAllMocks();
    const withdrawn = await visitor.send(link, {});
    expect(withdrawn.status).toBe(200);
    expect(withdrawn.text).toContain('<h1>Withdrawn</h1>');
    await app.services.submissions.intake.drain();
    await app.services.submissions.intake.drain();
    expect(await reviews()).toEqual([]);
    expect((await visitor.open(link)).text).toContain('<h1>Withdrawn</h1>');
    expect((await visitor.open(other)).text).toContain('<h1>Withdrawn</h1>');
  });

  test('a link to nothing is told as such, and leaves no file', async () => {
    const submissionId = newId();
    const token = withdrawToken(app.services.submissions.formKeys, {
      accountId: user.accountId,
      submissionId,
    });
    expect((await visitor.send(`/w/${token}`, {})).status).toBe(404);
    expect((await visitor.open(`/w/${token}`)).status).toBe(404);
    expect(await app.services.submissions.queue.hasWaiting()).toBe(false);
  });

  test('a private message can be withdrawn after the owner discarded the review of the same visit', async () => {
    const fields = visitor.fields(page(), { rating: '2' });
    const message = { ...fields, step: 'message', message: 'For you alone.' };
    const { json: answer } = await visitor.send(path, message, { headers: json });
    const { withdrawUrl } = answer as { withdrawUrl: string };
    await visitor.send(
      path,
      { ...fields, step: 'review', text: 'Buy at https://spam.example' },
      { headers: json },
    );
    const [waiting] = await held();
    await user.call('POST', `/submissions/${waiting?.id}/discard`);
    expect((await visitor.open(withdrawUrl)).text).toContain('For you alone.');
    await visitor.send(withdrawUrl, {});
    expect((await visitor.open(withdrawUrl)).text).toContain('<h1>Withdrawn</h1>');
    const { json: list } = await user.call('GET', '/feedback');
    expect(list).toMatchObject({ items: [{ message: null, withdrawnAt: expect.any(String) }] });
  });

  test('what is sent under the key of a withdrawn visit is refused, and a new visit is taken', async () => {
    const fields = visitor.fields(page(), { rating: '2' });
    const { json: answer } = await visitor.send(path, fields, { headers: json });
    await visitor.send((answer as { withdrawUrl: string }).withdrawUrl, {});
    const review = { ...fields, step: 'review', text: 'On second thought.' };
    const refused = await visitor.send(path, review, { headers: json });
    expect(refused).toMatchObject({ status: 410, json: { code: 'visit-ended' } });
    const page2 = await visitor.send(path, review);
    expect(page2.status).toBe(410);
    expect(page2.text).toContain('On second thought.');
    const key = /name="key" value="([^"]*)"/.exec(page2.text)?.[1] ?? '';
    expect(key).not.toBe(fields.key);
    await visitor.send(path, { ...review, key }, { headers: json });
    expect(await reviews()).toMatchObject([{ text: 'On second thought.' }]);
  });

  test('who wrote a held private message is not shown beside the review', async () => {
    const shown = await visitor.open(path);
    const [, version = ''] = [...shown.text.matchAll(/name="consent_version" value="([^"]*)"/g)].map(
      ([, found = '']) => found,
    );
    const fields = visitor.fields(page(), { rating: '2', consent: 'yes', consent_version: version });
    await visitor.send(path, { ...fields, step: 'review', text: 'Slow.' }, { headers: json });
    const message = {
      message: 'It is me.',
      name: 'Known Person',
      contact: 'me@example.com',
      website: 'filled',
    };
    await visitor.send(path, { ...fields, step: 'message', ...message }, { headers: json });
    expect(await held()).toMatchObject([
      { authorName: null, messageFrom: 'Known Person', contact: 'me@example.com', message: 'It is me.' },
    ]);
    const [waiting] = await held();
    await user.call('POST', `/submissions/${waiting?.id}/release`);
    expect(await reviews()).toMatchObject([{ text: 'Slow.', authorName: null, anonymous: true }]);
    const { json: list } = await user.call('GET', '/feedback');
    expect(list).toMatchObject({ items: [{ authorName: 'Known Person' }] });
  });

  test('contact and answers of a review reach the owner, the visitor sees them, and a withdrawal deletes them', async () => {
    const questions = [{ id: 'abcd', text: 'What was missing?' }];
    const { id, name, slug, settings, updatedAt } = pipeline;
    const change = { name, slug, updatedAt, settings: { ...settings, questions } };
    const asked = await user.call('PUT', `/pipelines/${id}`, change);
    expect(asked.status).toBe(200);
    const shown = await visitor.open(path);
    const version = /name="consent_version" value="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    const person = { consent: 'yes', consent_version: version, contact: 'ana@example.com' };
    const fields = visitor.fields(page(), { rating: '3' });
    const review = { ...fields, ...person, step: 'review', text: 'Fine.', answer_abcd: 'Butter.' };
    const { json: answer } = await visitor.send(path, review, { headers: json });
    const privatePart = {
      contact: 'ana@example.com',
      answers: [{ question: 'What was missing?', answer: 'Butter.' }],
    };
    expect(await reviews()).toMatchObject([{ privatePart }]);
    const { withdrawUrl } = answer as { withdrawUrl: string };
    expect((await visitor.open(withdrawUrl)).text).toMatch(/Butter\..*ana@example\.com/s);
    await visitor.send(path, { ...fields, step: 'message', message: 'One more thing.' }, { headers: json });
    const { json: list } = await user.call('GET', '/feedback');
    const [message] = (list as { items: { id: string }[] }).items;
    const { json: opened } = await user.call('GET', `/feedback/${message?.id}`);
    expect(opened).toMatchObject({ feedback: { contact: 'ana@example.com', answerable: true } });
    await visitor.send(withdrawUrl, {});
    const { json: removed } = await user.call('GET', '/reviews?removed=true');
    expect(removed).toMatchObject({ items: [{ privatePart: null }] });
  });

  test('whoever goes back and taps another star has rated once, with the last one', async () => {
    const fields = visitor.fields(page(), { rating: '1' });
    await visitor.send(path, fields, { headers: json });
    await visitor.send(path, { ...fields, rating: '5' }, { headers: json });
    expect(await reviews()).toMatchObject([{ rating: 5 }]);
    expect((await funnel()).total).toMatchObject({ ratings: 1 });
  });

  test('a message that is sent again changes nothing, also when it comes with a reason to hold it', async () => {
    const fields = visitor.fields(page(), { rating: '2', step: 'message', message: 'The heating is off.' });
    await visitor.send(path, fields, { headers: json });
    await visitor.send(path, { ...fields, website: 'filled in' }, { headers: json });
    expect(await held()).toEqual([]);
    expect(await reviews()).toHaveLength(1);
    expect((await funnel()).total).toMatchObject({ ratings: 1, messages: 1 });
  });

  test('what the owner did with a review outlives that it is held and released', async () => {
    const fields = visitor.fields(page(), { rating: '2' });
    await visitor.send(path, fields, { headers: json });
    const [review] = await reviews();
    const reply = { text: 'Sorry about that.', seen: null };
    expect((await user.call('PUT', `/reviews/${review?.id}/reply`, reply)).status).toBe(200);
    expect((await user.call('PUT', `/reviews/${review?.id}/abuse-report`, { reason: 'spam' })).status).toBe(
      200,
    );
    const links = 'Buy at https://spam.example';
    await visitor.send(path, { ...fields, step: 'review', text: links }, { headers: json });
    expect(await reviews()).toEqual([]);
    const { json: removed } = await user.call('GET', '/reviews?removed=true');
    expect((removed as { items: unknown[] }).items).toEqual([]);
    const [waiting] = await held();
    await user.call('POST', `/submissions/${waiting?.id}/release`);
    expect(await reviews()).toMatchObject([
      { text: links, reply: { text: 'Sorry about that.' }, hidden: { reason: 'spam' } },
    ]);
  });

  test('of two ratings of one visit the later one counts, in whatever order they are stored', async () => {
    const fields = visitor.fields(page(), { rating: '5' });
    await visitor.send(path, fields, { headers: json });
    const { accountId } = user;
    const [review] = await reviews();
    await storeEntry(app.services.submissions.deps, {
      accountId,
      submissionId: submissionIdOf(accountId, pipeline.id, fields.key ?? ''),
      pipelineId: pipeline.id,
      locationId: review?.locationId ?? '',
      door: 'link',
      doorId: null,
      campaignId: null,
      locale: 'en',
      rating: 1,
      receivedAt: new Date(Date.now() - 60_000).toISOString(),
      heldFor: [],
      proof: null,
      content: { step: 'rate' },
    });
    expect(await reviews()).toMatchObject([{ rating: 5 }]);
    expect((await funnel()).total).toMatchObject({ ratings: 1 });
  });

  test('a rush of visitors is acknowledged, and each is stored once', async () => {
    const ratings = Array.from({ length: 90 }, (_, index) =>
      visitor.fields(page(), { rating: String(1 + (index % 5)) }),
    );
    const answers = await Promise.all(ratings.map((fields) => visitor.send(path, fields, { headers: json })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await app.services.submissions.intake.drain();
    expect((await funnel()).total).toMatchObject({ ratings: 90 });
    expect(await reviews()).toHaveLength(90);
  });

  test('a thumb is a recommendation, never stars', async () => {
    await visitor.send(path, visitor.fields(page(), { rating: 'down' }), { headers: json });
    expect(await reviews()).toMatchObject([{ rating: null, recommendation: 'negative' }]);
  });

  test.each([
    { name: 'a rating beyond the range', change: { rating: '6' } },
    { name: 'a huge rating', change: { rating: '9'.repeat(5_000) } },
    { name: 'a negative rating', change: { rating: '-1' } },
    { name: 'no number', change: { rating: 'NaN' } },
    { name: 'an enormous text', change: { step: 'review', text: 'a'.repeat(4_001) } },
    { name: 'an unknown field', change: { state: 'shown' } },
    { name: 'a short key', change: { key: 'short' } },
    { name: 'an unknown step', change: { step: 'delete' } },
    { name: 'an empty message', change: { step: 'message', message: ' \u200b ' } },
  ])('$name is refused, and nothing is stored', async ({ change }) => {
    const answer = await visitor.send(path, { ...visitor.fields(page()), ...change }, { headers: json });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-input' } });
    expect(await reviews()).toEqual([]);
  });

  test('a field that is there twice, and a body that is too large, are refused', async () => {
    const fields = new URLSearchParams(visitor.fields(page())).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...json };
    const post = (payload: string) => app.request({ method: 'POST', url: path, payload, headers });
    expect((await post(`${fields}&rating=1`)).status).toBe(400);
    expect((await post(`${fields}&text=${'a'.repeat(70_000)}`)).status).toBe(413);
    expect(await reviews()).toEqual([]);
  });

  test('a token of another page, a changed one and none at all are answered as too old', async () => {
    const other = visitor.fields('c/another-page');
    const changed = { ...visitor.fields(page()) };
    changed.token = `x${changed.token}`;
    for (const fields of [other, changed, { ...other, token: 'a'.repeat(40) }]) {
      const answer = await visitor.send(path, fields, { headers: json });
      expect.soft(answer).toMatchObject({ status: 403, json: { code: 'form-expired' } });
    }
    expect(await reviews()).toEqual([]);
  });

  test('a form from another site is refused', async () => {
    const headers = { ...json, 'sec-fetch-site': 'cross-site' };
    expect((await visitor.send(path, visitor.fields(page()), { headers })).status).toBe(403);
    expect(await reviews()).toEqual([]);
  });

  test('what looks like a program is held with its reason, and shown after the owner released it', async () => {
    const text = 'Visit my shop at https://spam.example now';
    await visitor.send(path, visitor.fields(page(), { step: 'review', text }), { headers: json });
    const trapped = visitor.fields(page(), { website: 'https://spam.example', rating: '1' });
    await visitor.send(path, trapped, { headers: json });
    expect(await reviews()).toEqual([]);
    const waiting = await held();
    expect(waiting).toMatchObject([
      { rating: 1, reasons: ['trap'] },
      { rating: 5, reasons: ['links'], text },
    ]);
    const figures = async () => (await user.call('GET', '/submissions/figures')).json;
    expect(await figures()).toEqual({ held: 2 });
    const [trap, link] = waiting;
    expect((await user.call('POST', `/submissions/${link?.id}/release`, {})).status).toBe(200);
    expect((await user.call('POST', `/submissions/${trap?.id}/discard`, {})).status).toBe(200);
    expect(await reviews()).toMatchObject([{ rating: 5, text }]);
    expect(await held()).toEqual([]);
    expect(await figures()).toEqual({ held: 0 });
    expect((await user.call('POST', `/submissions/${trap?.id}/release`, {})).status).toBe(409);
    // A form of the discarded visit that arrives late brings nothing back.
    await visitor.send(path, trapped, { headers: json });
    expect(await held()).toEqual([]);
  });

  test('a rating that is shown is held when its review looks like advertising', async () => {
    const fields = visitor.fields(page(), { rating: '5' });
    await visitor.send(path, fields, { headers: json });
    expect(await reviews()).toHaveLength(1);
    await visitor.send(path, { ...fields, step: 'review', text: 'www.spam.example' }, { headers: json });
    expect(await reviews()).toEqual([]);
    expect(await held()).toMatchObject([{ rating: 5, text: 'www.spam.example', reasons: ['links'] }]);
  });

  test('the same text again is held, whatever its case and punctuation', async () => {
    const text = 'The best bakery of the whole town';
    const send = (sent: string) =>
      visitor.send(path, visitor.fields(page(), { step: 'review', text: sent }), { headers: json });
    await send(text);
    await send(`  ${text.toUpperCase()}!!! `);
    expect(await reviews()).toHaveLength(1);
    expect(await held()).toMatchObject([{ reasons: ['repeated-text'] }]);
  });

  test('one network without a proof of work: the first are shown, the next held, the rest refused', async () => {
    const network = '192.0.2.99';
    const statuses: number[] = [];
    for (let sent = 0; sent < 302; sent += 1) {
      const { status } = await visitor.send(path, visitor.fields(page()), { headers: json, network });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(statuses.slice(300)).toEqual([429, 429]);
    expect(await reviews()).toHaveLength(30);
    const { json: answer } = await user.call('GET', '/submissions/held');
    expect(answer).toMatchObject({ total: 270 });
  });

  test('a name and a contact are kept only of who agreed to the text that the page shows', async () => {
    const shown = await visitor.open(path);
    const version = /name="consent_version" value="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    const person = { step: 'review', text: 'Good bread.', name: 'Ana', contact: 'ana@example.com' };
    const send = (more: Record<string, string>) =>
      visitor.send(path, visitor.fields(page(), { ...person, ...more }), { headers: json });
    for (const without of [{}, { consent: 'yes', consent_version: 'another' }])
      expect(await send(without)).toMatchObject({ status: 400, json: { fields: [{ path: 'consent' }] } });
    expect((await send({ consent: 'yes', consent_version: version })).status).toBe(200);
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('submissions')
        .select(['author_name', 'contact', 'consent_text'])
        .where('account_id', '=', user.accountId)
        .execute(),
    );
    expect(rows).toEqual([
      { author_name: 'Ana', contact: 'ana@example.com', consent_text: expect.stringMatching(/\S/) },
    ]);
  });
});
