import { type Fields, isFields } from '../kit/fields.ts';
import { jsonReply, type Reply } from '../kit/reply.ts';
import { lostReply } from '../kit/reply-faults.ts';
import { graphError, missingObject } from './errors.ts';
import { type GraphCall, needPermission } from './graph.ts';
import { cursorPage } from './paging.ts';
import { type FacebookState, pageOf } from './state.ts';
import { parameter } from './token.ts';
import { graphTime } from './world.ts';

/** `GET /{story}/comments`. */
export function listComments(state: FacebookState, graph: GraphCall): Reply {
  needPermission(state, graph.caller, 'pages_read_user_content');
  const items = commentsOf(state, graph, graph.node);
  const keys = items.map((_, at) => String(at).padStart(6, '0'));
  const address = `/${graph.version}/${graph.node}/comments`;
  return jsonReply(
    200,
    cursorPage({ keys, items }, graph.call, address, (item) => item),
  );
}

/** `POST /{story}/comments`: the page answers; the same words twice are code 506. */
export function addComment(state: FacebookState, graph: GraphCall): Reply {
  const comments = commentsOf(state, graph, graph.node);
  needPermission(state, graph.caller, 'pages_manage_engagement');
  const message = needMessage(graph);
  needTaken(state, graph);
  const own = (comment: Fields) => isFields(comment.from) && comment.from.id === graph.caller.page;
  if (comments.some((comment) => own(comment) && comment.message === message)) {
    throw graphError(506, '(#506) Duplicate status message');
  }
  const page = pageOf(state, graph.caller.page ?? '');
  const id = `${graph.node}_${9_000_000 + state.nextComment}`;
  state.nextComment += 1;
  comments.push({
    id,
    created_time: graphTime(state.clock.stamp()),
    from: { id: page?.id, name: page?.name },
    message,
  });
  state.journal.add({ story: graph.node, comments });
  return lostReply(state.board, graph.caller.page ?? '', jsonReply(200, { id }), id);
}

/** `POST /{comment}`: changes the page's own comment. */
export function editComment(state: FacebookState, graph: GraphCall): Reply {
  const { story, comments, at } = findOwn(state, graph);
  const message = needMessage(graph);
  needTaken(state, graph);
  comments[at] = { ...comments[at], message };
  state.journal.add({ story, comments });
  return lostReply(state.board, graph.caller.page ?? '', jsonReply(200, { success: true }), graph.node);
}

/** `DELETE /{comment}`: removes the page's own comment. */
export function deleteComment(state: FacebookState, graph: GraphCall): Reply {
  const { story, comments, at } = findOwn(state, graph);
  comments.splice(at, 1);
  state.journal.add({ story, comments });
  return jsonReply(200, { success: true });
}

/** Facebook judges at once: what it rejects is never stored. */
function needTaken(state: FacebookState, graph: GraphCall): void {
  const fault = state.board.find('reply-rejected', graph.caller.page ?? '');
  if (!fault) return;
  state.board.fire(fault, [graph.node]);
  throw graphError(368, 'The action attempted has been deemed abusive or is otherwise disallowed');
}

function needMessage({ call }: GraphCall): string {
  const message = parameter(call, 'message')?.trim();
  if (!message) throw graphError(100, '(#100) The parameter message is required');
  return message;
}

function commentsOf(state: FacebookState, { caller, call }: GraphCall, story: string): Fields[] {
  const comments = state.ratings.comments(story);
  if (!comments || state.ratings.pageOfStory(story) !== caller.page) throw missingObject(story, call.method);
  return comments;
}

function findOwn(state: FacebookState, graph: GraphCall): { story: string; comments: Fields[]; at: number } {
  const story = graph.node.split('_')[0] ?? '';
  const comments = commentsOf(state, graph, story);
  needPermission(state, graph.caller, 'pages_manage_engagement');
  const at = comments.findIndex((comment) => comment.id === graph.node);
  if (at < 0) throw missingObject(graph.node, graph.call.method);
  const from = comments[at]?.from;
  if (!isFields(from) || from.id !== graph.caller.page) throw graphError(200, '(#200) Permissions error');
  return { story, comments, at };
}
