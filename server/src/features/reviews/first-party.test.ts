/** What an owner may do with first-party reviews: answer, hide and report them, and nothing that changes or deletes one. */
import { api } from '@kindling/contract/api';
import { versionedApiRoot } from '@kindling/contract/api-address';
import type { Embed } from '@kindling/contract/embeds';
import { abuseReasons, hideReasons } from '@kindling/contract/hidden-reasons';
import type { Pipeline } from '@kindling/contract/pipelines';
import type { OwnReview } from '@kindling/contract/reviews';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { firstPipeline } from '../../testing/visitor.ts';
import { type FirstPartyReview, storeFirstPartyReview, withdrawFirstPartyReview } from './first-party.ts';

describe.each(featureModes)('first-party reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let pipeline: Pipeline;
  let locationId: string;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`owner-${people}@example.com`);
    pipeline = await firstPipeline(user);
    const { json } = await user.call('GET', '/businesses');
    const { businesses } = json as { businesses: { locations: { id: string }[] }[] };
    locationId = businesses[0]?.locations[0]?.id ?? '';
  });

  async function leave(more: Partial<FirstPartyReview> = {}): Promise<string> {
    const id = newId();
    const review = { id, locationId, rating: 5, thumb: null, text: `Text ${id}`, authorName: 'Ana' } as const;
    const rest = { writtenAt: new Date(), invited: false, contact: null, answers: [] };
    await inTenant(app.services.db, user.accountId, (trx) =>
      storeFirstPartyReview(trx, user.accountId, { ...review, ...rest, ...more }),
    );
    return id;
  }

  /** As one of a file. */
  async function leaveImported(): Promise<string> {
    const id = newId();
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .insertInto('reviews')
        .values({
          account_id: user.accountId,
          id,
          location_id: locationId,
          source: 'import',
          external_id: id,
          rating: 1,
          written_at: new Date(),
          content_hash: id,
        })
        .execute(),
    );
    return id;
  }

  const unanswered = async () =>
    ((await user.call('GET', '/reviews/figures')).json as { unanswered: number }).unanswered;
  const list = async (query = '') =>
    ((await user.call('GET', `/reviews${query}`)).json as { items: OwnReview[] }).items;
  const reviewOf = ({ json }: { json: unknown }) => (json as { review: OwnReview }).review;
  async function embedHtml(settings: object = {}): Promise<string> {
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Wall' });
    const { embed } = made.json as { embed: Embed };
    const shown = await user.call('POST', `/embeds/${embed.id}/preview`, {
      settings: { ...embed.settings, ...settings },
    });
    return (shown.json as { html: string }).html;
  }

  async function auditOf(id: string) {
    return inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select(['action', 'details'])
        .where('target', '=', id)
        .orderBy('id')
        .execute(),
    );
  }

  test('a reply is public at once, can be changed and deleted, and counts as an answer', async () => {
    const id = await leave();
    await leave({ rating: null, thumb: 'up', text: null });
    expect(await unanswered()).toBe(2);
    expect((await list('?answered=false')).map((one) => one.id)).toContain(id);
    await user.call('PUT', `/reviews/${id}/draft`, { text: 'Thank' });
    const sent = await user.call('PUT', `/reviews/${id}/reply`, { text: ' Thank you! ', seen: null });
    expect(reviewOf(sent)).toMatchObject({
      answered: true,
      draft: null,
      outgoing: null,
      reply: { text: 'Thank you!', state: 'published' },
      replyBox: { state: 'open', limitBytes: null, limitCharacters: 10_000 },
    });
    expect(await unanswered()).toBe(1);
    expect((await list('?answered=true')).map((one) => one.id)).toEqual([id]);
    expect(await embedHtml()).toContain('Thank you!');
    expect((await app.request({ url: `/r/${pipeline.slug}` })).text).toContain('Thank you!');
    const blind = await user.call('PUT', `/reviews/${id}/reply`, { text: 'Other', seen: null });
    expect(blind.status).toBe(409);
    const seen = 'Thank you!';
    await user.call('PUT', `/reviews/${id}/reply`, { text: 'Come again', seen });
    await user.call('PUT', `/reviews/${id}/reply`, { text: 'Come again', seen: 'Come again' });
    const gone = await user.call('DELETE', `/reviews/${id}/reply`, { seen: 'Come again' });
    expect(reviewOf(gone)).toMatchObject({ answered: false, reply: null });
    expect(await unanswered()).toBe(2);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'review.replied',
      'review.replied',
      'review.reply-removed',
    ]);
  });

  test('a withdrawn review takes its reply along and accepts none', async () => {
    const id = await leave();
    await user.call('PUT', `/reviews/${id}/reply`, { text: 'About your illness', seen: null });
    await user.call('PUT', `/reviews/${id}/draft`, { text: 'About your illness again' });
    await inTenant(app.services.db, user.accountId, (trx) =>
      withdrawFirstPartyReview(trx, user.accountId, id),
    );
    expect(await unanswered()).toBe(0);
    const [withdrawn] = await list('?removed=true');
    expect(withdrawn).toMatchObject({ id, text: null, reply: null, draft: null, rating: 5 });
    expect(withdrawn?.replyBox.state).toBe('removed');
    for (const path of ['hidden', 'abuse-report'])
      expect(
        (await user.call('PUT', `/reviews/${id}/${path}`, { reason: path === 'hidden' ? 'rating' : 'spam' }))
          .status,
      ).toBe(409);
  });

  test.each([
    ...hideReasons.map((reason) => ['hidden', reason] as const),
    ...abuseReasons.map((reason) => ['abuse-report', reason] as const),
  ])(
    '%s for the reason %s: visitors are told, figures stay, and it can be taken back',
    async (path, reason) => {
      const good = await leave({ text: 'Warm bread' });
      const bad = await leave({ rating: 1, text: 'Cold soup' });
      const before = await embedHtml();
      expect(before).toContain('Cold soup');
      expect(before).toContain('3.0');
      const hidden = await user.call('PUT', `/reviews/${bad}/${path}`, { reason });
      expect(reviewOf(hidden).hidden).toMatchObject({ reason });
      await user.call('PUT', `/reviews/${bad}/${path}`, { reason });
      expect((await list('?hidden=true')).map((one) => one.id)).toEqual([bad]);
      expect((await list('?hidden=false')).map((one) => one.id)).toEqual([good]);
      expect(await unanswered()).toBe(1);
      const html = await embedHtml();
      expect(html).not.toContain('Cold soup');
      expect(html).toContain('3.0');
      expect(html).toContain(`/r/${pipeline.slug}/how-we-ask`);
      const says = {
        rating: 'hidden because of its rating',
        outdated: 'hidden because something has changed since',
        duplicate: 'hidden because its author has reviewed before',
        'author-asked': 'hidden at the author’s request',
        spam: 'reported as spam',
        'not-about-business': 'reported as not about the business',
        hate: 'reported as hate or threat',
        'personal-data': 'reported for personal data of others',
      }[reason];
      expect(html).toContain(`1 not shown: ${says}`);
      const page = (await app.request({ url: `/r/${pipeline.slug}` })).text;
      expect(page).not.toContain('Cold soup');
      expect(page).toContain('1 review is not shown: 1 ');
      expect(page).toContain('3.0');
      const how = (await app.request({ url: `/r/${pipeline.slug}/how-we-ask` })).text;
      expect(how).not.toContain('No review is hidden');
      const other = path === 'hidden' ? 'abuse-report' : 'hidden';
      expect((await user.call('DELETE', `/reviews/${bad}/${other}`)).status).toBe(409);
      const shown = await user.call('DELETE', `/reviews/${bad}/${path}`);
      expect(reviewOf(shown)).toMatchObject({ hidden: null, text: 'Cold soup', rating: 1 });
      expect(await embedHtml()).toContain('Cold soup');
      expect(await auditOf(bad)).toEqual([
        { action: path === 'hidden' ? 'review.hidden' : 'review.reported', details: { reason } },
        { action: path === 'hidden' ? 'review.shown' : 'review.report-taken-back', details: {} },
      ]);
    },
  );

  test('a reported review is not hidden for a milder reason, and reasons are a closed list', async () => {
    const id = await leave();
    await user.call('PUT', `/reviews/${id}/abuse-report`, { reason: 'hate' });
    expect((await user.call('PUT', `/reviews/${id}/hidden`, { reason: 'outdated' })).status).toBe(409);
    for (const [path, reason, status] of [
      ['hidden', 'spam', 409],
      ['hidden', 'we do not like it', 400],
      ['abuse-report', 'rating', 400],
    ] as const)
      expect((await user.call('PUT', `/reviews/${id}/${path}`, { reason })).status).toBe(status);
    await expect(
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('reviews').set({ hidden_reason: 'other' }).where('id', '=', id).execute(),
      ),
    ).rejects.toThrow(/reviews_hidden_reason/);
  });

  test('reviews that are not first-party are hidden, and not reported here', async () => {
    const id = await leaveImported();
    for (const [path, reason, status] of [
      ['abuse-report', 'spam', 409],
      ['hidden', 'spam', 200],
    ] as const) {
      expect((await user.call('PUT', `/reviews/${id}/${path}`, { reason })).status).toBe(status);
      expect((await user.call('PUT', `/reviews/${newId()}/${path}`, { reason })).status).toBe(404);
    }
    expect((await list())[0]?.hidden?.reason).toBe('spam');
  });

  test('in the United Kingdom none is hidden for its rating, also one that was before', async () => {
    const id = await leave({ rating: 1, text: 'Cold soup' });
    const reasons = async () =>
      ((await user.call('GET', '/reviews/hide-reasons')).json as { reasons: string[] }).reasons;
    expect(await reasons()).toEqual([...hideReasons]);
    await user.call('PUT', `/reviews/${id}/hidden`, { reason: 'rating' });
    expect(await embedHtml()).not.toContain('Cold soup');
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('locations').set({ country: 'GB' }).where('id', '=', locationId).execute(),
    );
    expect(await reasons()).toEqual(hideReasons.filter((reason) => reason !== 'rating'));
    const html = await embedHtml({ minimumRating: 4 });
    expect(html).toContain('Cold soup');
    expect(html).not.toContain('not shown');
    const page = (await app.request({ url: `/r/${pipeline.slug}` })).text;
    expect(page).toContain('Cold soup');
    expect(page).not.toContain('not shown');
    const refused = await user.call('PUT', `/reviews/${await leave({ rating: 1 })}/hidden`, {
      reason: 'rating',
    });
    expect(refused).toMatchObject({ status: 409, json: { code: 'law-forbids' } });
    expect((await user.call('PUT', `/reviews/${id}/hidden`, { reason: 'outdated' })).status).toBe(200);
  });

  test('no route edits or deletes a review', async () => {
    const id = await leave({ rating: 1, text: 'Cold soup' });
    const writing = Object.values(api)
      .flatMap((routes) => Object.values(routes))
      .map((route) => route['~orpc'].route)
      .filter(({ method, path }) => method !== 'GET' && path?.startsWith(`${versionedApiRoot}/reviews`))
      .map(({ method, path }) => `${method} ${path?.slice(versionedApiRoot.length)}`)
      // What members do with a review for themselves changes nothing of it.
      .filter((route) => !/\/(tags|pin|assignee|notes|notes\/{noteId}|exports|exports\/{id})$/.test(route));
    expect(writing.sort()).toEqual([
      'DELETE /reviews/{id}/abuse-report',
      'DELETE /reviews/{id}/hidden',
      'DELETE /reviews/{id}/reply',
      // Returns a draft and stores nothing.
      'POST /reviews/{id}/reply-draft',
      'PUT /reviews/{id}/abuse-report',
      'PUT /reviews/{id}/draft',
      'PUT /reviews/{id}/hidden',
      'PUT /reviews/{id}/reply',
    ]);
    for (const method of ['DELETE', 'PUT', 'PATCH', 'POST'] as const)
      expect
        .soft((await user.call(method, `/reviews/${id}`, { text: 'Lovely soup', rating: 5 })).status)
        .toBe(404);
    const smuggled = { reason: 'outdated', text: 'Lovely soup', rating: 5 };
    expect((await user.call('PUT', `/reviews/${id}/hidden`, smuggled)).status).toBe(400);
    // A submission that is shown is none that waits for a decision.
    for (const decision of ['release', 'discard'])
      expect.soft((await user.call('POST', `/submissions/${id}/${decision}`)).status).toBe(404);
    expect((await user.call('DELETE', `/locations/${locationId}`)).status).toBe(409);
    expect((await user.call('DELETE', `/businesses/${pipeline.businessId}`)).status).toBe(409);
    expect((await list())[0]).toMatchObject({ id, rating: 1, text: 'Cold soup', authorName: 'Ana' });
  });

  test('thumbs are counted apart and never as stars; the dashboard has a card of direct reviews', async () => {
    await leave({ rating: 4 });
    await leave({ rating: null, thumb: 'up' });
    await leave({ rating: null, thumb: 'down', invited: true });
    const { json } = await user.call('GET', '/dashboard');
    expect((json as { sources: unknown[] }).sources).toEqual([
      {
        source: 'first-party',
        platformAverage: null,
        platformCount: null,
        stars: { average: 4, count: 1 },
        stored: 3,
        recommended: 1,
        notRecommended: 1,
      },
    ]);
    const html = await embedHtml({ showWrite: true });
    expect(html).toContain('4.0');
    expect(html).toContain('1 of 2 thumbs up');
    expect(html).toContain('Invited by the business');
    expect(html).toContain(`/c/${pipeline.slug}"`);
    expect((await list()).filter(({ invited }) => invited)).toHaveLength(1);
    const none = await embedHtml({ sources: ['google'] });
    expect(none).not.toContain('how-we-ask');
  });
});
