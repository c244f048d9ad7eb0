/**
 * Simulates a Chatwoot installation: `/packs/js/sdk.js`, the frame `/widget`, and a page that shows the received events
 * and whether the hash of the identity was right. The control endpoint makes it slow, unavailable or broken.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { jsonOf } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { controlError, isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { type HttpResponse, htmlResponse, jsonResponse, textResponse } from '../kit/response.ts';
import { createRouter } from '../kit/router.ts';
import { type Platform, type RunningSimulator, serve } from '../kit/serve.ts';
import { deskPage, widgetPage } from './pages.ts';
import type { ReceivedEvent } from './received-event.ts';
import { frameScript, sdkScript } from './sdk.ts';

export type HelpDeskOptions = {
  port: number;
  websiteToken?: string | undefined;
  hmacKey?: string | undefined;
};

/** Older events are dropped. */
const maxEvents = 500;
/** What `sdk.js` serves: the right script, no script, or an empty one. */
type ScriptMode = 'right' | 'garbage' | 'empty';

/** Starts the desk on 127.0.0.1:`port` (0 takes a free one). Rejects with EADDRINUSE for a taken port. */
export function startHelpDesk(options: HelpDeskOptions): Promise<RunningSimulator> {
  const clock = createClock();
  return serve(createDesk(options, clock.now), clock, options.port);
}

function createDesk(options: HelpDeskOptions, now: () => number): Platform {
  const { websiteToken = 'kindling-local', hmacKey = 'kindling-local-secret' } = options;
  let heard: ReceivedEvent[] = [];
  let script: ScriptMode = 'right';
  const router = createRouter();
  router.on('GET', '/', () => htmlResponse(200, deskPage(heard)));
  router.on('GET', '/api/heard', () => jsonResponse(200, { heard }));
  router.on('GET', '/packs/js/sdk.js', () => scriptReply(scripts[script]));
  router.on('GET', '/widget', (call) =>
    call.query.get('website_token') === websiteToken
      ? htmlResponse(200, widgetPage(), widgetPolicy)
      : textResponse(404, 'web widget does not exist'),
  );
  router.on('GET', '/widget.js', () => scriptReply(frameScript));
  router.on('POST', '/api/heard', (call) => {
    const { event, websiteToken: token, ...detail } = jsonOf(call) ?? {};
    const verified = event === 'set-user' ? isIdentityVerified(detail, hmacKey) : null;
    heard.push({
      at: new Date(now()).toISOString(),
      event: String(event),
      websiteToken: String(token),
      verified,
      detail,
    });
    heard = heard.slice(-maxEvents);
    return jsonResponse(200, { verified });
  });
  return {
    handle(call): HttpResponse | Promise<HttpResponse> {
      const found = router.find(call.method, call.path);
      if (!found) return textResponse(404, 'not found');
      if (found.wrongMethod) return textResponse(405, 'not offered');
      return found.handler({ ...call, params: found.params });
    },
    faultResponse: (fault) => textResponse(fault.status, 'A fault set by the control endpoint.'),
    actions: {
      script: (input) => {
        const wanted = stringField(input, 'is');
        if (wanted !== 'right' && wanted !== 'garbage' && wanted !== 'empty')
          throw controlError('"is" must be right, garbage or empty');
        script = wanted;
      },
      'clear-heard': () => {
        heard = [];
      },
    },
    reset() {
      heard = [];
      script = 'right';
    },
  };
}

const scripts: Record<ScriptMode, string> = {
  right: sdkScript,
  garbage: '<!doctype html><h1>502',
  empty: '',
};

/** As Chatwoot checks it: HMAC-SHA256 of the identifier, in hex. */
function isIdentityVerified(detail: JsonObject, hmacKey: string): boolean {
  const user = isJsonObject(detail.user) ? detail.user : {};
  const wanted = createHmac('sha256', hmacKey).update(String(detail.identifier)).digest('hex');
  const given = stringField(user, 'identifier_hash') ?? '';
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

/** Without frame-ancestors: every page may show the frame, as with Chatwoot. */
const widgetPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; base-uri 'none'";

function scriptReply(text: string): HttpResponse {
  const reply = textResponse(200, text);
  return {
    ...reply,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  };
}
