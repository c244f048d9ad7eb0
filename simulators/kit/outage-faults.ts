import type { Call } from './call.ts';
import { pathMatches } from './call-log.ts';
import type { Clock } from './clock.ts';
import { bodyOf, withTextBody } from './delivery.ts';
import {
  type ActiveFault,
  appliesTo,
  countOption,
  type FaultKind,
  type FaultRegistry,
} from './fault-registry.ts';
import { controlError, type JsonObject, numberField, stringField } from './json-object.ts';
import type { Delivery, HttpResponse } from './response.ts';

/** How a response says that a limit is reached. */
export type RateLimitSpec = {
  retryAfter: string | undefined;
  waitSeconds: number | null;
  options: JsonObject;
};

/** What the outage faults need of a platform. */
export type OutageTarget = {
  faults: FaultRegistry;
  /** Whether this is an API call; a fault with `match` can apply to other calls too. */
  isApiCall(call: Call): boolean;
  /** The locations or pages a call is about. */
  placesOf(call: Call): string[];
  rateLimitResponse(order: RateLimitSpec, call: Call): HttpResponse;
  statusResponse(status: number): HttpResponse;
};

/** What a fault does to a call: another response, a changed response, or a broken delivery. */
export type Outage = {
  reply: HttpResponse | null;
  damage: ((reply: HttpResponse) => HttpResponse) | null;
  delivery: Delivery;
};

const matchOptions = 'match, method, after (calls that pass first)';
const limitOptions = `seconds (30), hold (refuses until the wait is over), ${matchOptions}; Facebook: code`;
const checkOptions = (fault: ActiveFault) => void effectOf(fault, 0);

/** The faults of limits, outages and transport. `source-skew` skews `clock`. */
export function outageKinds(clock: Clock): Record<string, FaultKind> {
  const kind = (about: string, times: number | undefined, options = matchOptions): FaultKind => ({
    about,
    options,
    ...(times === undefined ? {} : { times }),
    start: checkOptions,
  });
  return {
    '429-seconds': kind('rate limit, with the wait in seconds', 1, limitOptions),
    '429-date': kind('rate limit, with the wait as a date', 1, limitOptions),
    '429-none': kind('rate limit, with no wait named', 1, limitOptions),
    '429-past-date': kind('rate limit, with a date that is over', 1, limitOptions),
    '500-burst': kind('the next calls (3) answer 500', 3),
    '502-html': kind('an HTML page of a gateway instead of JSON', 1),
    '503-forever': kind('every call answers 503 until it is ended', undefined),
    'cut-mid-body': kind('the connection ends in the middle of the answer', 1),
    'slow-drip': kind(
      'the answer comes a few bytes at a time',
      1,
      `bytes (1), everyMs (1000), ${matchOptions}`,
    ),
    'never-answers': kind('the request is taken, no answer comes', 1),
    reset: kind('the connection is reset', 1),
    'half-open': kind(
      'nothing comes any more on the connection, not even its end',
      1,
      `begun (half an answer first), ${matchOptions}`,
    ),
    'bad-json': kind('the answer is no JSON', 1),
    'source-skew': {
      about: 'the Date header and the times that are stored are off (10 minutes ahead)',
      options: 'seconds (600; negative is behind)',
      start: (fault) => {
        const seconds = fault.options.seconds === undefined ? 600 : numberField(fault.options, 'seconds');
        if (seconds === undefined) throw controlError('"seconds" must be a number');
        clock.skew(seconds * 1000);
      },
      end: () => clock.skew(0),
    },
  };
}

/** The outage for this call, counted; null when no outage applies. */
export function nextOutage(target: OutageTarget, call: Call, clock: Clock): Outage | null {
  const places = target.placesOf(call);
  for (const fault of [...target.faults.active()]) {
    const way = effectOf(fault, clock.platformTime());
    if (!way || !appliesTo(fault, places) || !matchesCall(fault, target, call)) continue;
    const passed = numberField(fault.memory, 'passed') ?? 0;
    fault.memory.passed = passed + 1;
    if (passed < countOption(fault, 'after', 0)) continue;
    if (fault.options.hold === true) {
      if (isWaitOver(target.faults, fault, clock.now())) continue;
    } else target.faults.fire(fault);
    return way(target, call);
  }
  return null;
}

/** With `hold` every call is refused until the wait is over, not only `times` calls. */
function isWaitOver(faults: FaultRegistry, fault: ActiveFault, now: number): boolean {
  const until = numberField(fault.memory, 'until') ?? now + countOption(fault, 'seconds', 30) * 1000;
  fault.memory.until = until;
  if (now < until) {
    fault.fired += 1;
    return false;
  }
  faults.finish(fault);
  return true;
}

function matchesCall(fault: ActiveFault, target: OutageTarget, call: Call): boolean {
  const match = stringField(fault.options, 'match');
  const method = stringField(fault.options, 'method')?.toUpperCase() ?? call.method;
  return (
    method === call.method && (match === undefined ? target.isApiCall(call) : pathMatches(match, call.path))
  );
}

type OutageEffect = (target: OutageTarget, call: Call) => Outage;

/** What the fault does at the platform's time `stamp`; null for a fault of another file. Checks the options too. */
function effectOf(fault: ActiveFault, stamp: number): OutageEffect | null {
  const whole: Delivery = { way: 'whole' };
  const status = (code: number): OutageEffect => {
    return (target) => ({ reply: target.statusResponse(code), damage: null, delivery: whole });
  };
  const travels = (delivery: Delivery): OutageEffect => {
    return () => ({ reply: null, damage: null, delivery });
  };
  const limitedFor = (retryAfter: string | undefined, waitSeconds: number | null): OutageEffect => {
    const { options } = fault;
    return (target, call) => ({
      reply: target.rateLimitResponse({ retryAfter, waitSeconds, options }, call),
      damage: null,
      delivery: whole,
    });
  };
  const seconds = () => countOption(fault, 'seconds', 30);
  switch (fault.name) {
    case '429-seconds':
      return limitedFor(String(seconds()), seconds());
    case '429-date':
      // An HTTP date has whole seconds. Rounded up, because otherwise the wait would end early.
      return limitedFor(httpDate(Math.ceil(stamp / 1000) * 1000 + seconds() * 1000), seconds());
    case '429-none':
      // Checks the option, which `hold` uses here too.
      seconds();
      return limitedFor(undefined, null);
    case '429-past-date':
      return limitedFor(httpDate(stamp - seconds() * 1000), null);
    case '500-burst':
      return status(500);
    case '502-html':
      return () => ({ reply: gatewayErrorPage, damage: null, delivery: whole });
    case '503-forever':
      return status(503);
    case 'cut-mid-body':
      return travels({ way: 'cut' });
    case 'never-answers':
      return travels({ way: 'never' });
    case 'reset':
      return travels({ way: 'reset' });
    case 'half-open':
      return travels({ way: 'half-open', begun: fault.options.begun === true });
    case 'slow-drip': {
      const bytes = Math.max(1, countOption(fault, 'bytes', 1));
      return travels({ way: 'drip', bytes, everyMs: countOption(fault, 'everyMs', 1000) });
    }
    case 'bad-json':
      return () => ({
        reply: null,
        damage: (reply) => withTextBody(reply, `${bodyOf(reply).trimEnd().slice(0, -1)},`),
        delivery: whole,
      });
    default:
      return null;
  }
}

function httpDate(time: number): string {
  return new Date(time).toUTCString();
}

/** What a load balancer answers when no backend is available. */
const gatewayErrorPage: HttpResponse = {
  status: 502,
  headers: { 'content-type': 'text/html; charset=UTF-8', 'referrer-policy': 'no-referrer' },
  content: {
    kind: 'text',
    text: '<!DOCTYPE html>\n<html lang=en>\n<title>Error 502 (Server Error)!!1</title>\n<p><b>502.</b> <ins>That’s an error.</ins>\n<p>The server encountered a temporary error and could not complete your request.\n',
  },
};
