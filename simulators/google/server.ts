import type { Call } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { openJournal } from '../kit/journal.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../kit/response.ts';
import { createRouter, type Handler, type Router } from '../kit/router.ts';
import { demoDataFolder } from '../kit/run.ts';
import { type RunningSimulator, serve } from '../kit/serve.ts';
import { showConsent, submitConsent } from './authorize.ts';
import { getLocation, listAccounts, listLocations } from './business.ts';
import { googleActions } from './control.ts';
import { approvedQuota, createGoogleState, resetGoogleState } from './create-state.ts';
import { loadGoogleData, type Person } from './data.ts';
import { faultResponse } from './errors.ts';
import { googleFaults } from './faults.ts';
import { getNotificationSetting, patchNotificationSetting } from './notifications.ts';
import { getPhoto } from './photos.ts';
import { getPlace, searchPlaces } from './places.ts';
import { consumeQuota, type Service } from './quota.ts';
import { batchGetReviews, deleteReply, getReview, listReviews, updateReply } from './reviews.ts';
import { createSigner, type Signer } from './signing.ts';
import type { GoogleState } from './state.ts';
import {
  issueTokens,
  requireBusinessAccess,
  revokeByToken,
  revokeToken,
  tokenInfo,
  userInfo,
} from './token.ts';

export type GoogleOptions = {
  port: number;
  /** Folder with google.json; the checked-in demo data when missing. */
  dataFolder?: string | undefined;
  /** Folder that stores replies and revocations over restarts; without it nothing is stored. */
  stateFolder?: string | undefined;
  clientId?: string | undefined;
  /** Also the key that the Places API accepts. */
  clientSecret?: string | undefined;
  /** Signs the tokens, so that they stay valid after a restart that changes the secret; the secret when missing. */
  tokenKey?: string | undefined;
  /** The app's address, to which redirects are allowed besides addresses of this machine. */
  publicUrl?: string | undefined;
  quotaPerMinute?: number | undefined;
};

/**
 * Starts the Google simulator on 127.0.0.1 (port 0 takes a free one). It serves all hosts of Google at one address, by
 * path. @throws Error when the data cannot be read, or with code EADDRINUSE for a port in use
 */
export async function startGoogleSimulator(options: GoogleOptions): Promise<RunningSimulator> {
  const clock = createClock();
  const folder = options.dataFolder ?? demoDataFolder();
  const quota = options.quotaPerMinute ?? approvedQuota;
  const secret = options.clientSecret ?? 'kindling-local-secret';
  const state = createGoogleState({
    clock,
    client: { id: options.clientId ?? 'kindling-local', secret },
    tokenKey: options.tokenKey ?? secret,
    publicUrl: options.publicUrl,
    journal: openJournal(options.stateFolder, 'google.jsonl'),
    data: loadGoogleData(folder),
    quotaPerMinute: quota,
  });
  const signer = createSigner();
  const router = createRouter();
  addSignIn(router, state, signer);
  addApis(router, state);
  const platform = {
    handle: (call: Call) => dispatch(router, call),
    faultResponse,
    named: googleFaults(state, signer),
    actions: googleActions(state, signer, (token) => revokeByToken(state, token)),
    reset: () => {
      state.journal.clear();
      resetGoogleState(state, loadGoogleData(folder), quota);
    },
  };
  return serve(platform, clock, options.port);
}

function dispatch(router: Router, call: Call): HttpResponse | Promise<HttpResponse> {
  const found = router.find(call.method, call.path);
  // For unknown paths Google answers with plain text, not with the JSON errors of the APIs.
  if (!found) return textResponse(404, `The requested URL ${call.path} was not found on this server.`);
  if (found.wrongMethod) return textResponse(405, 'The request method is inappropriate for the URL.');
  return found.handler({ ...call, params: found.params });
}

function addSignIn(router: Router, state: GoogleState, signer: Signer): void {
  router.on('GET', '/o/oauth2/v2/auth', (call) => showConsent(state, call));
  router.on('POST', '/o/oauth2/v2/auth/decision', (call) => submitConsent(state, call));
  router.on('POST', '/token', (call) => issueTokens(state, signer, call));
  router.on('POST', '/revoke', (call) => revokeToken(state, call));
  router.on('GET', '/tokeninfo', (call) => tokenInfo(state, call));
  router.on('POST', '/tokeninfo', (call) => tokenInfo(state, call));
  const cached = { 'cache-control': 'public, max-age=3600' };
  router.on('GET', '/oauth2/v3/certs', () => jsonResponse(200, signer.keySet(), cached));
  router.on('GET', '/oauth2/v1/certs', () => jsonResponse(200, signer.pemMap(), cached));
  router.on('GET', '/v1/userinfo', (call) => userInfo(state, call));
  router.on('GET', '/oauth2/v3/userinfo', (call) => userInfo(state, call));
}

type ApiHandler = (state: GoogleState, person: Person, call: Call) => HttpResponse;

function addApis(router: Router, state: GoogleState): void {
  const authorized =
    (service: Service, handler: ApiHandler): Handler =>
    (call) => {
      const person = requireBusinessAccess(state, call);
      consumeQuota(state, service);
      return handler(state, person, call);
    };
  const accounts = 'mybusinessaccountmanagement.googleapis.com';
  const information = 'mybusinessbusinessinformation.googleapis.com';
  const v4 = 'mybusiness.googleapis.com';
  router.on('GET', '/a/{picture}', getPhoto);
  router.on('GET', '/v1/places/{place}', (call) => getPlace(state, call));
  router.on('POST', '/v1/places:searchText', (call) => searchPlaces(state, call));
  const review = '/v4/accounts/{account}/locations/{location}/reviews/{review}';
  const notifications = 'mybusinessnotifications.googleapis.com';
  const setting = '/v1/accounts/{account}/notificationSetting';
  router.on('GET', setting, authorized(notifications, getNotificationSetting));
  router.on('PATCH', setting, authorized(notifications, patchNotificationSetting));
  router.on('GET', '/v1/accounts', authorized(accounts, listAccounts));
  router.on('GET', '/v1/accounts/{account}/locations', authorized(information, listLocations));
  router.on('GET', '/v1/locations/{location}', authorized(information, getLocation));
  router.on('GET', '/v4/accounts/{account}/locations/{location}/reviews', authorized(v4, listReviews));
  router.on('GET', review, authorized(v4, getReview));
  router.on('PUT', `${review}/reply`, authorized(v4, updateReply));
  router.on('DELETE', `${review}/reply`, authorized(v4, deleteReply));
  router.on('POST', '/v4/accounts/{account}/locations:batchGetReviews', authorized(v4, batchGetReviews));
}
