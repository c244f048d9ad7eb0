import type { Call } from '../kit/call.ts';
import type { JsonObject } from '../kit/json-object.ts';
import { reportedCount } from '../kit/paging-faults.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { graphError, missingObject } from './errors.ts';
import { cursorPage } from './paging.ts';
import { select, selectionOf } from './selection.ts';
import { type FacebookState, findPage, findPerson, invalidateTokens } from './state.ts';
import { type Caller, pageToken, parameter } from './token.ts';

/** One Graph call: `version` like `v21.0`, `path` the address with the version, for links. */
export type GraphCall = { call: Call; caller: Caller; version: string; node: string };
export type GraphHandler = (state: FacebookState, graph: GraphCall) => HttpResponse;

const userFields = ['id', 'name', 'email', 'picture', 'permissions', 'accounts'];
const pageFields = [
  'id',
  'name',
  'access_token',
  'category',
  'category_list',
  'tasks',
  'link',
  'username',
  'verification_status',
  'is_published',
  'is_permanently_closed',
  'overall_star_rating',
  'rating_count',
  'picture',
  'about',
  'phone',
  'website',
  'emails',
  'location',
  'fan_count',
  'followers_count',
];

/** `GET /me` with a user token; a page token gives the page. */
export function getMe(state: FacebookState, graph: GraphCall): HttpResponse {
  if (graph.caller.page) return getPage(state, { ...graph, node: graph.caller.page });
  const person = findPerson(state, graph.caller.user);
  const selection = selectionOf(graph.call, ['id', 'name'], userFields, 'User');
  const email = graph.caller.scopes.includes('email') ? { email: person?.email } : {};
  return jsonResponse(200, select({ id: person?.id, name: person?.name, ...email }, selection));
}

/** `GET /me/accounts`: the pages chosen in the dialog, each with its own token. */
export function listPages(state: FacebookState, graph: GraphCall): HttpResponse {
  const { call, caller } = graph;
  const selection = selectionOf(
    call,
    ['access_token', 'category', 'category_list', 'name', 'id', 'tasks'],
    pageFields,
    'Page',
  );
  const person = findPerson(state, caller.user);
  const mayList = caller.scopes.includes('pages_show_list');
  const ids = mayList ? caller.pages.filter((id) => person?.pages.includes(id)) : [];
  const keys = ids.map((_, at) => String(at).padStart(6, '0'));
  const items = ids.map((id) => findPage(state, id)).filter((page) => page !== null);
  const show = (page: JsonObject) =>
    select(
      { ...describePage(state, page), access_token: pageToken(state, caller, String(page.id)) },
      selection,
    );
  return jsonResponse(200, cursorPage({ keys, items }, call, `/${graph.version}/me/accounts`, show));
}

/** `GET /me/permissions`. */
export function listPermissions(_state: FacebookState, { caller }: GraphCall): HttpResponse {
  const row = (status: string) => (permission: string) => ({ permission, status });
  return jsonResponse(200, {
    data: [...caller.scopes.map(row('granted')), ...caller.declined.map(row('declined'))],
  });
}

/** `DELETE /me/permissions`: the person removes the app, which ends every token. */
export function removeApp(state: FacebookState, { caller }: GraphCall): HttpResponse {
  invalidateTokens(state, caller.user, 458);
  for (const page of caller.pages) state.installed.delete(page);
  return jsonResponse(200, { success: true });
}

/** `GET /{page}`. */
export function getPage(state: FacebookState, graph: GraphCall): HttpResponse {
  const page = findUnmergedPage(state, graph.node);
  if (!page) throw missingObject(graph.node, 'GET');
  const selection = selectionOf(graph.call, ['name', 'id'], pageFields, 'Page');
  const mayToken = graph.caller.pages.includes(String(page.id));
  const token =
    selection.has('access_token') && mayToken
      ? { access_token: pageToken(state, graph.caller, String(page.id)) }
      : {};
  return jsonResponse(200, select({ ...describePage(state, page), ...token }, selection));
}

function describePage(state: FacebookState, page: JsonObject): JsonObject {
  const figures = state.ratings.summary(String(page.id));
  // Pages without enough ratings have no average.
  const mean = figures.average > 0 ? { overall_star_rating: figures.average } : {};
  const id = String(page.id);
  const vanish = state.faults.find('mass-vanish', id);
  const count = vanish && vanish.options.count !== 'old' ? 0 : reportedCount(state.faults, id, figures.count);
  return { ...page, ...mean, rating_count: count };
}

/** `GET /{page}/subscribed_apps`. */
export function listInstalled(state: FacebookState, graph: GraphCall): HttpResponse {
  const page = requireOwnPage(state, graph, 'pages_manage_metadata');
  const fields = state.installed.get(String(page.id));
  const app = { category: 'Business', link: 'http://localhost:4000', name: 'Kindling', id: state.app.id };
  return jsonResponse(200, { data: fields ? [{ ...app, subscribed_fields: fields }] : [] });
}

/** `POST /{page}/subscribed_apps`: installs the app, which opens the page's webhooks. */
export function install(state: FacebookState, graph: GraphCall): HttpResponse {
  const page = requireOwnPage(state, graph, 'pages_manage_metadata');
  const fields = (parameter(graph.call, 'subscribed_fields') ?? '')
    .split(',')
    .filter((field) => field !== '');
  if (fields.length === 0) throw graphError(100, '(#100) The parameter subscribed_fields is required');
  state.installed.set(String(page.id), fields);
  return jsonResponse(200, { success: true });
}

/** `DELETE /{page}/subscribed_apps`. */
export function uninstall(state: FacebookState, graph: GraphCall): HttpResponse {
  const page = requireOwnPage(state, graph, 'pages_manage_metadata');
  state.installed.delete(String(page.id));
  return jsonResponse(200, { success: true });
}

/** The page with this id or username, or null. Refuses with code 21 a page that was merged into another one. */
function findUnmergedPage(state: FacebookState, node: string): JsonObject | null {
  const into = state.migrated.get(node);
  if (into === undefined) return findPage(state, node);
  throw graphError(
    21,
    `(#21) Page ID ${node} was migrated to page ID ${into}.  Please update your API calls to the new ID`,
  );
}

/** The page of a call. Refuses callers without a token of that page, and without the permission. */
export function requireOwnPage(
  state: FacebookState,
  { node, caller, call }: GraphCall,
  permission: string,
): JsonObject {
  const page = findUnmergedPage(state, node);
  if (!page) throw missingObject(node, call.method);
  if (caller.page !== page.id)
    throw graphError(210, '(#210) A page access token is required to request this resource.');
  requirePermission(state, caller, permission);
  return page;
}

/** Refuses with code 10 or 200 when the permission was not granted or the person lost the role on the page. */
export function requirePermission(state: FacebookState, caller: Caller, permission: string): void {
  const person = findPerson(state, caller.user);
  if (caller.page && !person?.pages.includes(caller.page)) {
    throw graphError(190, 'Error validating access token: The user no longer has a role on this page.', {
      subcode: 492,
    });
  }
  if (caller.scopes.includes(permission)) return;
  const reading = permission.startsWith('pages_read');
  throw reading
    ? graphError(
        10,
        `(#10) This endpoint requires the '${permission}' permission or the 'Page Public Content Access' feature.`,
      )
    : graphError(200, `(#200) Requires ${permission} permission to manage the object`);
}
