import type { Call } from '../kit/call.ts';
import { type Fields, isFields, textOf } from '../kit/fields.ts';
import { damageItems } from '../kit/item-faults.ts';
import { handedToken, type PagePlan, planPage } from '../kit/paging-faults.ts';
import { jsonReply, type Reply } from '../kit/reply.ts';
import { pageServed } from '../kit/world-faults.ts';
import { graphError } from './errors.ts';
import { type GraphCall, needOwnPage } from './graph.ts';
import { isRatingNamed, ratingShapes } from './item-shapes.ts';
import { cursor, invalidCursor, link, type Range, rangeOf } from './paging.ts';
import { type Selection, select, selectionOf } from './selection.ts';
import type { FacebookState } from './state.ts';

const usualFields = [
  'created_time',
  'has_rating',
  'has_review',
  'rating',
  'recommendation_type',
  'review_text',
  'reviewer',
];
const knownFields = [...usualFields, 'open_graph_story'];

/** From this version on, the ratings edge is withdrawn unless the control endpoint says otherwise. */
const ratingsEnd = 22;

/** `GET /{page}/ratings`: recommendations, newest first. */
export function listRatings(state: FacebookState, graph: GraphCall): Reply {
  const { call, version } = graph;
  if (isWithdrawn(state, version, graph.node)) {
    throw graphError(12, `(#12) The ratings edge is deprecated for versions v${ratingsEnd}.0 and higher`);
  }
  const id = String(needOwnPage(state, graph, 'pages_read_user_content').id);
  const selection = selectionOf(call, usualFields, knownFields, 'Recommendation');
  const range = rangeOf(state.ratings.sorted(id), call);
  const asked = {
    place: id,
    ordinal: range.ordinal,
    token: call.query.get('after') || null,
    size: range.limit,
  };
  const plan = planPage(state.board, asked);
  if (plan === 'refused') throw invalidCursor();
  if (plan.vanished !== 'no') return jsonReply(200, { data: [] });
  const address = `/${version}/${id}/ratings`;
  const { items, paging, read, more } = pageOf(state, call, address, { asked, plan, range });
  const shown = items.map((item) => select(withStory(state, item, selection), selection));
  const data = damageItems(state.board, id, shown, ratingShapes, isRatingNamed);
  if (!plan.empty) pageServed(state.board, state.world, { place: id, ordinal: range.ordinal, read, more });
  return jsonReply(200, { data, ...paging });
}

function isWithdrawn(state: FacebookState, version: string, node: string): boolean {
  const fault = state.board.find('fb-code-12', node);
  if (fault) {
    state.board.fire(fault);
    return true;
  }
  if (state.ratingsWithdrawn !== 'by-version') return state.ratingsWithdrawn === 'always';
  return Number.parseInt(version.slice(1), 10) >= ratingsEnd;
}

type Page = { items: Fields[]; paging: Fields; read: number; more: boolean };
type Order = {
  asked: { place: string; ordinal: number; token: string | null; size: number };
  plan: PagePlan;
  range: Range;
};

/** The rows of the page and its cursors, with what the faults of paging make of them. */
function pageOf(state: FacebookState, call: Call, address: string, { asked, plan, range }: Order): Page {
  const { keys, items: all } = state.ratings.sorted(asked.place);
  const { from, limit, ordinal } = range;
  const read = plan.empty ? from : Math.min(range.to, from + plan.size, all.length);
  const items = all.slice(from, read);
  const first = keys[from];
  if (first === undefined) return { items: [], paging: {}, read, more: false };
  const more = read < keys.length;
  const position = plan.byNumber || plan.empty ? `@${read}` : (keys[read - 1] ?? '');
  const onward = cursor(position, ordinal + 1);
  const next = plan.empty ? onward : handedToken(state.board, asked, more ? onward : null, cursor('', 1));
  const paging: Fields = { cursors: { before: cursor(first), after: next ?? onward } };
  if (next !== null) paging.next = link(call, address, limit, 'after', next);
  if (from > 0) paging.previous = link(call, address, limit, 'before', cursor(first));
  return { items, paging: { paging }, read, more };
}

/** The story of a recommendation with its comments of now, and only when they are asked for. */
function withStory(state: FacebookState, item: Fields, selection: Selection): Fields {
  const story = item.open_graph_story;
  if (!isFields(story) || !selection.get('open_graph_story')?.has('comments')) return item;
  const comments = state.ratings.comments(textOf(story, 'id') ?? '') ?? [];
  if (comments.length === 0) return item;
  return { ...item, open_graph_story: { ...story, comments: { data: [...comments] } } };
}
