/**
 * Stands in for a Chatwoot installation: `/packs/js/sdk.js`, the frame `/widget`, and a page that shows what it was
 * told and whether the identity's hash was right under its key. Slow, away or broken by the control of every simulator.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { jsonOf } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { controlFault, type Fields, isFields, textOf } from '../kit/fields.ts';
import { htmlReply, jsonReply, type Reply, textReply } from '../kit/reply.ts';
import { createRouter } from '../kit/router.ts';
import { type Platform, type Running, serve } from '../kit/serve.ts';
import { deskPage, widgetPage } from './pages.ts';
import { frameScript, sdkScript } from './sdk.ts';

export type HelpDeskOptions = {
  port: number;
  websiteToken?: string | undefined;
  hmacKey?: string | undefined;
};

/** One thing that the desk was told; `verified` is null where nobody was named. */
export type Heard = {
  at: string;
  event: string;
  websiteToken: string;
  verified: boolean | null;
  detail: Fields;
};

/** Enough for any test and any afternoon. */
const keep = 500;
/** What `sdk.js` is: as it should be, no program at all, or one that runs and offers nothing. */
type Script = 'right' | 'garbage' | 'empty';

/** Starts the desk on 127.0.0.1:`port` (0 takes a free one). Rejects with EADDRINUSE for a taken port. */
export function startHelpDesk(options: HelpDeskOptions): Promise<Running> {
  const clock = createClock();
  return serve(createDesk(options, clock.now), clock, options.port);
}

function createDesk(options: HelpDeskOptions, now: () => number): Platform {
  const { websiteToken = 'kindling-local', hmacKey = 'kindling-local-secret' } = options;
  let heard: Heard[] = [];
  let script: Script = 'right';
  const router = createRouter();
  router.on('GET', '/', () => htmlReply(200, deskPage(heard)));
  router.on('GET', '/api/heard', () => jsonReply(200, { heard }));
  router.on('GET', '/packs/js/sdk.js', () => scriptReply(scripts[script]));
  router.on('GET', '/widget', (call) =>
    call.query.get('website_token') === websiteToken
      ? htmlReply(200, widgetPage(), widgetPolicy)
      : textReply(404, 'web widget does not exist'),
  );
  router.on('GET', '/widget.js', () => scriptReply(frameScript));
  router.on('POST', '/api/heard', (call) => {
    const { event, websiteToken: token, ...detail } = jsonOf(call) ?? {};
    const verified = event === 'set-user' ? isVouchedFor(detail, hmacKey) : null;
    heard.push({
      at: new Date(now()).toISOString(),
      event: String(event),
      websiteToken: String(token),
      verified,
      detail,
    });
    heard = heard.slice(-keep);
    return jsonReply(200, { verified });
  });
  return {
    handle(call): Reply | Promise<Reply> {
      const found = router.find(call.method, call.path);
      if (!found) return textReply(404, 'not found');
      if (found.wrongMethod) return textReply(405, 'not offered');
      return found.handler({ ...call, params: found.params });
    },
    faultReply: (fault) => textReply(fault.status, 'A fault set by the control endpoint.'),
    actions: {
      script: (input) => {
        const wanted = textOf(input, 'is');
        if (wanted !== 'right' && wanted !== 'garbage' && wanted !== 'empty')
          throw controlFault('"is" must be right, garbage or empty');
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

const scripts: Record<Script, string> = { right: sdkScript, garbage: '<!doctype html><h1>502', empty: '' };

/** As Chatwoot checks it: HMAC-SHA256 of the identifier, in hex. */
function isVouchedFor(detail: Fields, hmacKey: string): boolean {
  const user = isFields(detail.user) ? detail.user : {};
  const wanted = createHmac('sha256', hmacKey).update(String(detail.identifier)).digest('hex');
  const given = textOf(user, 'identifier_hash') ?? '';
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

/** The frame is shown on every page that asks for it, as the real one is. */
const widgetPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; base-uri 'none'";

function scriptReply(text: string): Reply {
  const reply = textReply(200, text);
  return {
    ...reply,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  };
}
