import { createHash } from 'node:crypto';
import type { Call } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { openJournal } from '../kit/journal.ts';
import { HttpError, type HttpResponse } from '../kit/response.ts';
import { createRouter, type Router } from '../kit/router.ts';
import { demoDataFolder } from '../kit/run.ts';
import { type RunningSimulator, serve } from '../kit/serve.ts';
import { addComment, deleteComment, editComment, listComments } from './comments.ts';
import { facebookActions } from './control.ts';
import { createFacebookState, resetFacebookState } from './create-state.ts';
import { loadFacebookData } from './data.ts';
import { showDialog, submitDialog } from './dialog.ts';
import { faultResponse, graphError, missingObject } from './errors.ts';
import { facebookFaults } from './faults.ts';
import * as graph from './graph.ts';
import { listRatings } from './ratings.ts';
import type { FacebookState } from './state.ts';
import { getNode } from './story.ts';
import { listSubscriptions, subscribe, unsubscribe } from './subscriptions.ts';
import { accessToken, debugToken, requireCaller } from './token.ts';
import { countUsage } from './usage.ts';

export type FacebookOptions = {
  port: number;
  /** Folder with facebook.json; the checked-in demo data when missing. */
  dataFolder?: string | undefined;
  /** Folder that stores comments and removals over restarts; without it nothing is stored. */
  stateFolder?: string | undefined;
  appId?: string | undefined;
  appSecret?: string | undefined;
  /** Signs the tokens, so that they stay valid after a restart that changes the secret; the secret when missing. */
  tokenKey?: string | undefined;
  /** The app's address, to which redirects are allowed besides addresses of this machine. */
  publicUrl?: string | undefined;
};

/** The version for a call that names none. */
const defaultVersion = 'v21.0';

/**
 * Starts the Facebook simulator on 127.0.0.1 (port 0 takes a free one): the login dialog and the Graph API under one
 * address. @throws Error when the data cannot be read, or with code EADDRINUSE for a port in use
 */
export async function startFacebookSimulator(options: FacebookOptions): Promise<RunningSimulator> {
  const clock = createClock();
  const folder = options.dataFolder ?? demoDataFolder();
  const secret = options.appSecret ?? 'kindling-local-secret';
  const state = createFacebookState({
    clock,
    app: { id: options.appId ?? 'kindling-local', secret },
    tokenKey: options.tokenKey ?? secret,
    publicUrl: options.publicUrl,
    journal: openJournal(options.stateFolder, 'facebook.jsonl'),
    data: loadFacebookData(folder),
  });
  const router = createGraphRouter(state);
  const platform = {
    handle: (call: Call) => dispatch(router, call),
    faultResponse,
    named: facebookFaults(state),
    actions: facebookActions(state),
    reset: () => {
      state.journal.clear();
      resetFacebookState(state, loadFacebookData(folder));
    },
  };
  return serve(platform, clock, options.port);
}

/** Removes the version from the path, serves the rest, and adds the headers of every Graph response. */
async function dispatch(router: Router, call: Call): Promise<HttpResponse> {
  const match = /^\/(v\d+\.\d+)(\/.*)$/.exec(call.path);
  const version = match?.[1] ?? defaultVersion;
  const path = match?.[2] ?? call.path;
  const reply = await serveCall(router, call, path, version);
  const trace = createHash('sha256').update(`${call.path}${Math.random()}`).digest('base64url').slice(0, 11);
  const headers = { 'facebook-api-version': version, 'x-fb-trace-id': trace, 'x-fb-rev': '1029384756' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

async function serveCall(router: Router, call: Call, path: string, version: string): Promise<HttpResponse> {
  try {
    const found = router.find(call.method, path);
    if (!found) throw graphError(2500, `Unknown path components: ${path}`);
    if (found.wrongMethod) throw missingObject(path.split('/')[1] ?? '', call.method);
    return await found.handler({ ...call, params: { ...found.params, version } });
  } catch (error) {
    if (error instanceof HttpError) return error.reply;
    throw error;
  }
}

function createGraphRouter(state: FacebookState): Router {
  const router = createRouter();
  const on = (method: string, pattern: string, handler: graph.GraphHandler) =>
    router.on(method, pattern, (call) => {
      const caller = requireCaller(state, call);
      const node = call.params.node ?? 'me';
      const headers = countUsage(state, caller, node !== 'me');
      // Links to other pages carry the token, however the client sent it.
      const query = new URLSearchParams(call.query);
      query.set('access_token', caller.token);
      const reply = handler(state, {
        call: { ...call, query },
        caller,
        version: call.params.version ?? defaultVersion,
        node,
      });
      return { ...reply, headers: { ...reply.headers, ...headers } };
    });
  router.on('GET', '/dialog/oauth', (call) => showDialog(state, call));
  router.on('POST', '/dialog/oauth/decision', (call) => submitDialog(state, call));
  router.on('GET', '/oauth/access_token', (call) => accessToken(state, call));
  router.on('POST', '/oauth/access_token', (call) => accessToken(state, call));
  router.on('GET', '/debug_token', (call) => debugToken(state, call));
  on('GET', '/me', graph.getMe);
  on('GET', '/me/accounts', graph.listPages);
  on('GET', '/me/permissions', graph.listPermissions);
  on('DELETE', '/me/permissions', graph.removeApp);
  router.on('GET', '/{node}/subscriptions', (call) => listSubscriptions(state, call));
  router.on('POST', '/{node}/subscriptions', (call) => subscribe(state, call));
  router.on('DELETE', '/{node}/subscriptions', (call) => unsubscribe(state, call));
  on('GET', '/{node}', getNode);
  on('POST', '/{node}', editComment);
  on('DELETE', '/{node}', deleteComment);
  on('GET', '/{node}/ratings', listRatings);
  on('GET', '/{node}/comments', listComments);
  on('POST', '/{node}/comments', addComment);
  on('GET', '/{node}/subscribed_apps', graph.listInstalled);
  on('POST', '/{node}/subscribed_apps', graph.install);
  on('DELETE', '/{node}/subscribed_apps', graph.uninstall);
  return router;
}
