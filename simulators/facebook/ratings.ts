import type { Call } from '../kit/call.ts';
import { applyPageFaults } from '../kit/content-faults.ts';
import { corruptItems } from '../kit/item-faults.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { nextPageTokenFor, type PagePlan, planPage } from '../kit/paging-faults.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { graphError } from './errors.ts';
import { type GraphCall, requireOwnPage } from './graph.ts';
import { isRatingNamed, ratingCorruptions } from './item-corruptions.ts';
import { encodeCursor, invalidCursor, pageLink, type RowRange, rangeOf } from './paging.ts';
import { type Selection, select, selectionOf } from './selection.ts';
import type { FacebookState } from './state.ts';

const defaultFields = [
  'created_time',
  'has_rating',
  'has_review',
  'rating',
  'recommendation_type',
  'review_text',
  'reviewer',
];
const knownFields = [...defaultFields, 'open_graph_story'];

/** From this version on, the ratings edge is withdrawn unless the control endpoint says otherwise. */
const withdrawnSinceVersion = 22;

/** `GET /{page}/ratings`: recommendations, newest first. */
export function listRatings(state: FacebookState, graph: GraphCall): HttpResponse {
  const { call, version } = graph;
  if (isWithdrawn(state, version, graph.node)) {
    throw graphError(
      12,
      `(#12) The ratings edge is deprecated for versions v${withdrawnSinceVersion}.0 and higher`,
    );
  }
  const id = String(requireOwnPage(state, graph, 'pages_read_user_content').id);
  const selection = selectionOf(call, defaultFields, knownFields, 'Recommendation');
  const range = rangeOf(state.ratings.sorted(id), call);
  const asked = {
    place: id,
    ordinal: range.ordinal,
    token: call.query.get('after') || null,
    size: range.limit,
  };
  const plan = planPage(state.faults, asked);
  if (plan === 'refused') throw invalidCursor();
  if (plan.vanished !== 'no') return jsonResponse(200, { data: [] });
  const address = `/${version}/${id}/ratings`;
  const { items, paging, read, more } = buildPage(state, call, address, { asked, plan, range });
  const shown = items.map((item) => select(withStory(state, item, selection), selection));
  const data = corruptItems(state.faults, id, shown, ratingCorruptions, isRatingNamed);
  if (!plan.empty)
    applyPageFaults(state.faults, state.platformReviews, { place: id, ordinal: range.ordinal, read, more });
  return jsonResponse(200, { data, ...paging });
}

function isWithdrawn(state: FacebookState, version: string, node: string): boolean {
  const fault = state.faults.find('fb-code-12', node);
  if (fault) {
    state.faults.fire(fault);
    return true;
  }
  if (state.ratingsWithdrawn !== 'by-version') return state.ratingsWithdrawn === 'always';
  return Number.parseInt(version.slice(1), 10) >= withdrawnSinceVersion;
}

type Page = { items: JsonObject[]; paging: JsonObject; read: number; more: boolean };
type PageInput = {
  asked: { place: string; ordinal: number; token: string | null; size: number };
  plan: PagePlan;
  range: RowRange;
};

/** The rows of the page and its cursors, changed by the paging faults. */
function buildPage(
  state: FacebookState,
  call: Call,
  address: string,
  { asked, plan, range }: PageInput,
): Page {
  const { keys, items: all } = state.ratings.sorted(asked.place);
  const { from, limit, ordinal } = range;
  const read = plan.empty ? from : Math.min(range.to, from + plan.size, all.length);
  const items = all.slice(from, read);
  const first = keys[from];
  if (first === undefined) return { items: [], paging: {}, read, more: false };
  const more = read < keys.length;
  const position = plan.byOffset || plan.empty ? `@${read}` : (keys[read - 1] ?? '');
  const onward = encodeCursor(position, ordinal + 1);
  const next = plan.empty
    ? onward
    : nextPageTokenFor(state.faults, asked, more ? onward : null, encodeCursor('', 1));
  const paging: JsonObject = { cursors: { before: encodeCursor(first), after: next ?? onward } };
  if (next !== null) paging.next = pageLink(call, address, limit, 'after', next);
  if (from > 0) paging.previous = pageLink(call, address, limit, 'before', encodeCursor(first));
  return { items, paging: { paging }, read, more };
}

/** The story of a recommendation, with its current comments when the call requests them. */
function withStory(state: FacebookState, item: JsonObject, selection: Selection): JsonObject {
  const story = item.open_graph_story;
  if (!isJsonObject(story) || !selection.get('open_graph_story')?.has('comments')) return item;
  const comments = state.ratings.comments(stringField(story, 'id') ?? '') ?? [];
  if (comments.length === 0) return item;
  return { ...item, open_graph_story: { ...story, comments: { data: [...comments] } } };
}
