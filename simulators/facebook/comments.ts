import { isJsonObject, type JsonObject } from '../kit/json-object.ts';
import { withLostResponse } from '../kit/reply-faults.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { graphError, missingObject } from './errors.ts';
import { type GraphCall, requirePermission } from './graph.ts';
import { cursorPage } from './paging.ts';
import { graphTime } from './platform-reviews.ts';
import { type FacebookState, findPage } from './state.ts';
import { parameter } from './token.ts';

/** `GET /{story}/comments`. */
export function listComments(state: FacebookState, graph: GraphCall): HttpResponse {
  requirePermission(state, graph.caller, 'pages_read_user_content');
  const items = commentsOf(state, graph, graph.node);
  const keys = items.map((_, at) => String(at).padStart(6, '0'));
  const address = `/${graph.version}/${graph.node}/comments`;
  return jsonResponse(
    200,
    cursorPage({ keys, items }, graph.call, address, (item) => item),
  );
}

/** `POST /{story}/comments`: the page comments; the same text twice is code 506. */
export function addComment(state: FacebookState, graph: GraphCall): HttpResponse {
  const comments = commentsOf(state, graph, graph.node);
  requirePermission(state, graph.caller, 'pages_manage_engagement');
  const message = requireMessage(graph);
  rejectIfFaulty(state, graph);
  const own = (comment: JsonObject) => isJsonObject(comment.from) && comment.from.id === graph.caller.page;
  if (comments.some((comment) => own(comment) && comment.message === message)) {
    throw graphError(506, '(#506) Duplicate status message');
  }
  const page = findPage(state, graph.caller.page ?? '');
  const id = `${graph.node}_${9_000_000 + state.nextComment}`;
  state.nextComment += 1;
  comments.push({
    id,
    created_time: graphTime(state.clock.platformTime()),
    from: { id: page?.id, name: page?.name },
    message,
  });
  state.journal.add({ story: graph.node, comments });
  return withLostResponse(state.faults, graph.caller.page ?? '', jsonResponse(200, { id }), id);
}

/** `POST /{comment}`: changes the page's own comment. */
export function editComment(state: FacebookState, graph: GraphCall): HttpResponse {
  const { story, comments, at } = findOwnComment(state, graph);
  const message = requireMessage(graph);
  rejectIfFaulty(state, graph);
  comments[at] = { ...comments[at], message };
  state.journal.add({ story, comments });
  return withLostResponse(
    state.faults,
    graph.caller.page ?? '',
    jsonResponse(200, { success: true }),
    graph.node,
  );
}

/** `DELETE /{comment}`: removes the page's own comment. */
export function deleteComment(state: FacebookState, graph: GraphCall): HttpResponse {
  const { story, comments, at } = findOwnComment(state, graph);
  comments.splice(at, 1);
  state.journal.add({ story, comments });
  return jsonResponse(200, { success: true });
}

/** Facebook moderates a comment before it stores it. */
function rejectIfFaulty(state: FacebookState, graph: GraphCall): void {
  const fault = state.faults.find('reply-rejected', graph.caller.page ?? '');
  if (!fault) return;
  state.faults.fire(fault, [graph.node]);
  throw graphError(368, 'The action attempted has been deemed abusive or is otherwise disallowed');
}

function requireMessage({ call }: GraphCall): string {
  const message = parameter(call, 'message')?.trim();
  if (!message) throw graphError(100, '(#100) The parameter message is required');
  return message;
}

function commentsOf(state: FacebookState, { caller, call }: GraphCall, story: string): JsonObject[] {
  const comments = state.ratings.comments(story);
  if (!comments || state.ratings.pageOfStory(story) !== caller.page) throw missingObject(story, call.method);
  return comments;
}

function findOwnComment(
  state: FacebookState,
  graph: GraphCall,
): { story: string; comments: JsonObject[]; at: number } {
  const story = graph.node.split('_')[0] ?? '';
  const comments = commentsOf(state, graph, story);
  requirePermission(state, graph.caller, 'pages_manage_engagement');
  const at = comments.findIndex((comment) => comment.id === graph.node);
  if (at < 0) throw missingObject(graph.node, graph.call.method);
  const from = comments[at]?.from;
  if (!isJsonObject(from) || from.id !== graph.caller.page) throw graphError(200, '(#200) Permissions error');
  return { story, comments, at };
}
