import { type Call, jsonOf } from '../kit/call.ts';
import { applyPageFaults } from '../kit/content-faults.ts';
import { countOption } from '../kit/fault-registry.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { nextPageTokenFor, planPage, reportedCount } from '../kit/paging-faults.ts';
import { withLostResponse } from '../kit/reply-faults.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { requireAccount } from './business.ts';
import type { Person } from './data.ts';
import { googleError, invalidField, invalidV4, notFound } from './errors.ts';
import { corruptReviews, corruptSingleReview } from './item-corruptions.ts';
import { pageSize, pageToken, positionIn } from './page-tokens.ts';
import { setReply, splitReviewName } from './review-names.ts';
import { type ReviewOrder, withoutDefaults } from './reviews-store.ts';
import type { GoogleState, Moderation } from './state.ts';

const orders: readonly ReviewOrder[] = ['rating', 'rating desc', 'updateTime desc'];

/** Most reviews of one page, also the default. */
const maxReviews = 50;

/** Longest reply, in bytes of UTF-8. */
const maxReplyBytes = 4096;

/** `GET /v4/accounts/{account}/locations/{location}/reviews`. */
export function listReviews(state: GoogleState, person: Person, call: Call): HttpResponse {
  const location = requireLocation(state, person, call);
  const order = orderOf(call.query.get('orderBy'));
  const query = ['reviews', location, order, String(state.epoch)];
  const { ordinal, from } = parsePosition(positionIn(call.query.get('pageToken'), query));
  const size = pageSize(call.query.get('pageSize'), maxReviews, maxReviews);
  const asked = { place: location, ordinal, token: call.query.get('pageToken') || null, size };
  const plan = planPage(state.faults, asked);
  if (plan === 'refused') throw invalidField('page_token', 'Invalid page token.');
  const page = state.reviews.page(location, order, from, plan.size);
  const tokenTo = (position: string) => pageToken(query, `${ordinal + 1} ${position}`);
  const next = page.next === null ? null : tokenTo(plan.byOffset ? `@${page.read}` : page.next);
  const reply = plan.vanished === 'no' ? listedReviews(state, location, plan.empty ? [] : page.reviews) : {};
  if (plan.vanished !== 'with count') Object.assign(reply, summaryFields(state, location));
  const token = plan.empty
    ? tokenTo(from ?? '')
    : nextPageTokenFor(state.faults, asked, next, pageToken(query, '1 '));
  if (token !== null && plan.vanished === 'no') reply.nextPageToken = token;
  if (!plan.empty) {
    applyPageFaults(state.faults, state.platformReviews, {
      place: location,
      ordinal,
      read: page.read,
      more: next !== null,
    });
  }
  return jsonResponse(200, reply);
}

/** A position holds the number of the page that it leads to, and where that page begins. */
function parsePosition(position: string | null): { ordinal: number; from: string | null } {
  if (position === null) return { ordinal: 1, from: null };
  const at = position.indexOf(' ');
  return { ordinal: Number(position.slice(0, at)), from: position.slice(at + 1) || null };
}

function listedReviews(state: GoogleState, location: string, reviews: JsonObject[]): JsonObject {
  if (reviews.length === 0) return {};
  const items = reviews.map((review) => currentReview(state, review));
  return { reviews: corruptReviews(state.faults, location, items) };
}

function summaryFields(state: GoogleState, location: string): JsonObject {
  const { average, count } = state.reviews.summary(location);
  const told = reportedCount(state.faults, location, count);
  return {
    ...(average > 0 ? { averageRating: average } : {}),
    ...(told > 0 ? { totalReviewCount: told } : {}),
  };
}

/** `GET /v4/accounts/{account}/locations/{location}/reviews/{review}`. */
export function getReview(state: GoogleState, person: Person, call: Call): HttpResponse {
  const review = currentReview(state, requireReview(state, person, call));
  const { location } = splitReviewName(String(review.name));
  return jsonResponse(200, corruptSingleReview(state.faults, location, review));
}

/** `PUT …/reply`: creates or replaces the reply, which then waits for moderation. */
export function updateReply(state: GoogleState, person: Person, call: Call): HttpResponse {
  const review = requireReview(state, person, call);
  const body = jsonOf(call);
  if (!body) throw googleError(400, 'Invalid JSON payload received. Unexpected token.');
  const comment = body.comment;
  if (typeof comment !== 'string' || comment.trim() === '') {
    throw invalidV4(3, 'comment', 'The reply comment must not be empty.', '');
  }
  if (Buffer.byteLength(comment, 'utf8') > maxReplyBytes) {
    throw invalidV4(3, 'comment', `The reply comment must not be longer than ${maxReplyBytes} bytes.`, '');
  }
  const name = String(review.name);
  const now = state.clock.now();
  const reply = {
    comment,
    updateTime: new Date(state.clock.platformTime()).toISOString(),
    reviewReplyState: 'PENDING',
  };
  const moderation = moderationFor(state, name);
  setReply(state, name, reply);
  state.pendingReplies.set(name, { due: now + moderation.delaySeconds * 1000, moderation });
  state.journal.add({ reply: name, value: { ...reply, reviewReplyState: 'APPROVED' } });
  return withLostResponse(state.faults, splitReviewName(name).location, jsonResponse(200, reply), name);
}

/** The moderation of this reply: the configured one, or that of `reply-rejected`. */
function moderationFor(state: GoogleState, name: string): Moderation {
  const fault = state.faults.find('reply-rejected', splitReviewName(name).location);
  if (!fault) return state.moderation;
  state.faults.fire(fault, [name]);
  return {
    verdict: 'REJECTED',
    delaySeconds: countOption(fault, 'delaySeconds', 0),
    policyViolation: stringField(fault.options, 'policyViolation') ?? 'OFF_TOPIC',
  };
}

/** `DELETE …/reply`. */
export function deleteReply(state: GoogleState, person: Person, call: Call): HttpResponse {
  const review = requireReview(state, person, call);
  if (!isJsonObject(review.reviewReply)) throw notFound();
  const name = String(review.name);
  setReply(state, name, null);
  state.pendingReplies.delete(name);
  state.journal.add({ reply: name, value: null });
  return jsonResponse(200, {});
}

/** `POST /v4/accounts/{account}/locations:batchGetReviews`: one flat element per review. */
export function batchGetReviews(state: GoogleState, person: Person, call: Call): HttpResponse {
  requireAccount(state, person, `accounts/${call.params.account ?? ''}`);
  const body = jsonOf(call);
  if (!body) throw googleError(400, 'Invalid JSON payload received. Unexpected token.');
  const names = Array.isArray(body.locationNames) ? body.locationNames.map(String) : [];
  if (names.length === 0 || names.length > 50) {
    throw invalidV4(3, 'location_names', 'Between 1 and 50 locations are needed.', String(names.length));
  }
  for (const name of names) requireLocationNamed(state, person, name);
  const order = orderOf(typeof body.orderBy === 'string' ? body.orderBy : null);
  const textOnly = body.ignoreRatingOnlyReviews === true;
  const size = pageSize(body.pageSize === undefined ? null : String(body.pageSize), maxReviews, maxReviews);
  const query = ['batch', ...names, order, String(textOnly), String(state.epoch)];
  const token = typeof body.pageToken === 'string' ? body.pageToken : null;
  const page = batchPage(state, names, order, textOnly, positionIn(token, query), size);
  return jsonResponse(200, {
    ...(page.items.length > 0 ? { locationReviews: page.items } : {}),
    ...(page.next === null ? {} : { nextPageToken: pageToken(query, page.next) }),
  });
}

/** The locations one after another; a position is the index of the location and a position in it. */
function batchPage(
  state: GoogleState,
  names: string[],
  order: ReviewOrder,
  textOnly: boolean,
  position: string | null,
  size: number,
): { items: JsonObject[]; next: string | null } {
  const [start = '0', ...rest] = (position ?? '0').split(' ');
  let after = rest.length > 0 ? rest.join(' ') : null;
  const items: JsonObject[] = [];
  for (let at = Number(start); at < names.length; at += 1) {
    const name = names[at] ?? '';
    for (let more = true; more; ) {
      if (items.length === size) return { items, next: after === null ? `${at}` : `${at} ${after}` };
      const page = state.reviews.page(name, order, after, size - items.length);
      const kept = page.reviews.filter((review) => !textOnly || review.comment !== undefined);
      items.push(...kept.map((review) => ({ name, review: currentReview(state, review) })));
      after = page.next;
      more = after !== null;
    }
  }
  return { items, next: null };
}

function orderOf(text: string | null): ReviewOrder {
  const wanted = text === null || text === '' ? 'updateTime desc' : text.replace('update_time', 'updateTime');
  const order = orders.find((known) => known === wanted);
  if (!order) throw invalidField('order_by', `Invalid order_by: ${text}`);
  return order;
}

function requireLocation(state: GoogleState, person: Person, call: Call): string {
  const name = `accounts/${call.params.account ?? ''}/locations/${call.params.location ?? ''}`;
  requireLocationNamed(state, person, name);
  return name;
}

function requireLocationNamed(state: GoogleState, person: Person, name: string): void {
  const [, account = '', , id = ''] = name.split('/');
  requireAccount(state, person, `accounts/${account}`);
  const locations = state.data.locations.get(`accounts/${account}`) ?? [];
  const location = locations.find((known) => known.name === `locations/${id}`);
  if (!location) throw notFound();
  // Only verified locations have reviews; the data marks the others with hasVoiceOfMerchant: false.
  if (isJsonObject(location.metadata) && location.metadata.hasVoiceOfMerchant === false) {
    throw googleError(400, 'The location is not verified.', { name: 'FAILED_PRECONDITION' });
  }
}

function requireReview(state: GoogleState, person: Person, call: Call): JsonObject {
  const location = requireLocation(state, person, call);
  const review = state.reviews.find(location, call.params.review ?? '');
  if (!review) throw notFound();
  return review;
}

/** The review as it is sent, after moderation that is due. */
function currentReview(state: GoogleState, review: JsonObject): JsonObject {
  const name = String(review.name);
  const pending = state.pendingReplies.get(name);
  if (!pending || pending.due > state.clock.now() || !isJsonObject(review.reviewReply))
    return withoutDefaults(review);
  const { verdict, policyViolation } = pending.moderation;
  state.pendingReplies.delete(name);
  setReply(state, name, {
    ...review.reviewReply,
    reviewReplyState: verdict,
    ...(verdict === 'REJECTED' ? { policyViolation } : {}),
  });
  const { location, reviewId } = splitReviewName(name);
  return withoutDefaults(state.reviews.find(location, reviewId) ?? review);
}
