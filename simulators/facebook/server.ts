import { createHash } from 'node:crypto';
import type { Call } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { openJournal } from '../kit/journal.ts';
import { Refusal, type Reply } from '../kit/reply.ts';
import { createRouter, type Router } from '../kit/router.ts';
import { demoDataFolder } from '../kit/run.ts';
import { type Running, serve } from '../kit/serve.ts';
import { addComment, deleteComment, editComment, listComments } from './comments.ts';
import { facebookActions } from './control.ts';
import { loadFacebookData } from './data.ts';
import { decideDialog, showDialog } from './dialog.ts';
import { faultReply, graphError, missingObject } from './errors.ts';
import { facebookFaults } from './faults.ts';
import * as graph from './graph.ts';
import { listRatings } from './ratings.ts';
import { createFacebookState, type FacebookState, fillFacebookState } from './state.ts';
import { getNode } from './story.ts';
import { listSubscriptions, subscribe, unsubscribe } from './subscriptions.ts';
import { accessToken, debugToken, needCaller } from './token.ts';
import { spendUsage } from './usage.ts';

export type FacebookOptions = {
  port: number;
  /** Folder with facebook.json; the checked-in demo data when missing. */
  dataFolder?: string | undefined;
  /** Folder that keeps comments and removals over restarts; nothing is kept when missing. */
  stateFolder?: string | undefined;
  appId?: string | undefined;
  appSecret?: string | undefined;
  /** Signs the tokens, so that they outlive a restart that changes the secret; the secret when missing. */
  tokenKey?: string | undefined;
  /** The app's address, where it may be returned to beside those of this machine. */
  publicUrl?: string | undefined;
};

/** The version of a call that names none. */
const usualVersion = 'v21.0';

/**
 * Starts the Facebook simulator on 127.0.0.1 (port 0 takes a free one): the login dialog and the Graph API under one
 * address. Throws a sentence when the data cannot be read; rejects with EADDRINUSE for a taken port.
 */
export async function startFacebookSimulator(options: FacebookOptions): Promise<Running> {
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
    faultReply,
    named: facebookFaults(state),
    actions: facebookActions(state),
    reset: () => {
      state.journal.clear();
      fillFacebookState(state, loadFacebookData(folder));
    },
  };
  return serve(platform, clock, options.port);
}

/** Takes the version off the path, serves the rest, and adds the headers every Graph reply has. */
async function dispatch(router: Router, call: Call): Promise<Reply> {
  const match = /^\/(v\d+\.\d+)(\/.*)$/.exec(call.path);
  const version = match?.[1] ?? usualVersion;
  const path = match?.[2] ?? call.path;
  const reply = await served(router, call, path, version);
  const trace = createHash('sha256').update(`${call.path}${Math.random()}`).digest('base64url').slice(0, 11);
  const headers = { 'facebook-api-version': version, 'x-fb-trace-id': trace, 'x-fb-rev': '1029384756' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

async function served(router: Router, call: Call, path: string, version: string): Promise<Reply> {
  try {
    const found = router.find(call.method, path);
    if (!found) throw graphError(2500, `Unknown path components: ${path}`);
    if (found.wrongMethod) throw missingObject(path.split('/')[1] ?? '', call.method);
    return await found.handler({ ...call, params: { ...found.params, version } });
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

function createGraphRouter(state: FacebookState): Router {
  const router = createRouter();
  const on = (method: string, pattern: string, handler: graph.GraphHandler) =>
    router.on(method, pattern, (call) => {
      const caller = needCaller(state, call);
      const node = call.params.node ?? 'me';
      const headers = spendUsage(state, caller, node !== 'me');
      // The links of a page carry the token however it came.
      const query = new URLSearchParams(call.query);
      query.set('access_token', caller.token);
      const reply = handler(state, {
        call: { ...call, query },
        caller,
        version: call.params.version ?? usualVersion,
        node,
      });
      return { ...reply, headers: { ...reply.headers, ...headers } };
    });
  router.on('GET', '/dialog/oauth', (call) => showDialog(state, call));
  router.on('POST', '/dialog/oauth/decision', (call) => decideDialog(state, call));
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
