import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { missingObject } from './errors.ts';
import { type GraphCall, getPage, requirePermission } from './graph.ts';
import { select, selectionOf } from './selection.ts';
import { type FacebookState, findPage } from './state.ts';

/** Fields of the story of a recommendation. It has no author, and its own form of text and recommendation. */
const storyFields = [
  'id',
  'application',
  'comments',
  'created_time',
  'data',
  'end_time',
  'from',
  'likes',
  'message',
  'place',
  'publish_time',
  'start_time',
  'tags',
  'type',
];
const commentFields = ['id', 'created_time', 'from', 'message', 'can_remove', 'parent'];

/** `GET /{id}`: a page, the story of a recommendation, or a comment below one. */
export function getNode(state: FacebookState, graph: GraphCall): HttpResponse {
  if (graph.node.includes('_')) return getComment(state, graph);
  if (state.ratings.pageOfStory(graph.node) === null || findPage(state, graph.node))
    return getPage(state, graph);
  const page = ownPage(state, graph, graph.node);
  const selection = selectionOf(
    graph.call,
    ['id', 'start_time', 'type', 'data'],
    storyFields,
    'OpenGraphStory',
  );
  const item = state.ratings.findByStory(page, graph.node) ?? {};
  return jsonResponse(200, select(storyFrom(state, item, page), selection));
}

function getComment(state: FacebookState, graph: GraphCall): HttpResponse {
  const story = graph.node.split('_')[0] ?? '';
  ownPage(state, graph, story);
  const comment = state.ratings.comments(story)?.find((known) => known.id === graph.node);
  if (!comment) throw missingObject(graph.node, 'GET');
  const selection = selectionOf(
    graph.call,
    ['id', 'created_time', 'from', 'message'],
    commentFields,
    'Comment',
  );
  return jsonResponse(200, select(comment, selection));
}

/** The page of a story. Refuses callers without a token of that page as if the story did not exist. */
function ownPage(state: FacebookState, { node, caller, call }: GraphCall, story: string): string {
  const page = state.ratings.pageOfStory(story);
  if (page === null || caller.page !== page) throw missingObject(node, call.method);
  requirePermission(state, caller, 'pages_read_user_content');
  return page;
}

function storyFrom(state: FacebookState, item: JsonObject, page: string): JsonObject {
  const story = isJsonObject(item.open_graph_story) ? item.open_graph_story : {};
  const comments = state.ratings.comments(stringField(story, 'id') ?? '') ?? [];
  const owner = findPage(state, page);
  return {
    start_time: item.created_time,
    type: 'sellers.rates',
    ...(item.review_text === undefined ? {} : { message: item.review_text }),
    data: {
      ...(item.recommendation_type === undefined ? {} : { recommendation_type: item.recommendation_type }),
      ...(typeof item.rating === 'number' ? { rating: { value: item.rating, scale: 5 } } : {}),
      is_hidden: false,
      seller: { id: page, title: owner?.name, type: 'seller', url: owner?.link },
    },
    ...story,
    ...(comments.length > 0 ? { comments: { data: [...comments] } } : {}),
  };
}
