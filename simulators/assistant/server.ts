/**
 * Simulates an OpenAI-compatible API: `POST /v1/chat/completions` with a bearer key. The control endpoint decides what it
 * answers, and `/received` shows what it was sent.
 */
import { type Call, jsonOf } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import {
  controlError,
  isJsonObject,
  type JsonObject,
  objectsIn,
  requireCount,
  stringField,
} from '../kit/json-object.ts';
import { type HttpResponse, htmlResponse, jsonResponse, textResponse } from '../kit/response.ts';
import { createRouter } from '../kit/router.ts';
import { type Platform, type RunningSimulator, serve } from '../kit/serve.ts';
import { draftInOtherLanguage, goodDraft, type ReceivedReview } from './drafts.ts';

/** Older requests are dropped. */
const maxReceived = 200;

type Answer = string | HttpResponse;
interface Received {
  system: string;
  /** The JSON value in the message. */
  data: JsonObject;
  review: ReceivedReview;
}

/** What it answers, by the word of the control action `mode`. */
const modes = {
  good: ({ system, review }: Received): Answer => goodDraft(review, signOffIn(system)),
  /** Does what the review says, as a model without defenses. */
  obeys: ({ review }: Received): Answer => demandedText(review.review ?? ''),
  promises: ({ review }: Received): Answer =>
    `${goodDraft(review, '')} We will refund the full price and send you a voucher.`,
  contact: ({ review }: Received): Answer => `${goodDraft(review, '')} https://win.example/prize`,
  'other-language': ({ review }: Received): Answer => draftInOtherLanguage(review),
  echo: ({ system }: Received): Answer => system,
  markup: (): Answer => '<p>Thank you <b>very much</b></p>',
  'too-long': ({ review }: Received): Answer => `${goodDraft(review, '')} `.repeat(100),
  cut: (): Answer => completion('Thank you for your review. We are', 'length'),
  empty: (): Answer => '  \n ',
  'no-choice': (): Answer => jsonResponse(200, { choices: [] }),
  'not-json': (): Answer => textResponse(200, 'Thank you!'),
  html: (): Answer => htmlResponse(200, '<!doctype html><h1>It works</h1>'),
} as const;
type Mode = keyof typeof modes;

/** Starts it on 127.0.0.1:`port` (0 takes a free one). Rejects with EADDRINUSE for a port in use. */
export function startAssistant(options: { port: number; key?: string }): Promise<RunningSimulator> {
  return serve(createAssistant(options.key ?? 'kindling-local-secret'), createClock(), options.port);
}

function createAssistant(key: string): Platform {
  let received: Received[] = [];
  let mode: Mode = 'good';
  /** How many of the next answers are in `mode`; the others are good. */
  let left = Number.POSITIVE_INFINITY;
  const router = createRouter();
  router.on('GET', '/received', () => jsonResponse(200, { received }));
  router.on('POST', '/v1/chat/completions', (call) => {
    if (call.headers.authorization !== `Bearer ${key}`) return failure(401, 'Incorrect API key provided.');
    const request = readCompletionRequest(call);
    if (request === null) return failure(400, 'The messages are not as expected.');
    received.push(request);
    received = received.slice(-maxReceived);
    const answer = modes[left > 0 ? mode : 'good'](request);
    left -= 1;
    return typeof answer === 'string' ? completion(answer, 'stop') : answer;
  });
  return {
    handle(call): HttpResponse | Promise<HttpResponse> {
      const found = router.find(call.method, call.path);
      if (!found) return failure(404, 'Unknown request URL.');
      if (found.wrongMethod) return failure(405, 'Method not allowed.');
      return found.handler({ ...call, params: found.params });
    },
    faultResponse: (fault) => failure(fault.status, 'A fault set by the control endpoint.'),
    actions: {
      mode: (input) => {
        const wanted = stringField(input, 'is') ?? '';
        if (!isMode(wanted)) throw controlError(`"is" must be one of ${Object.keys(modes).join(', ')}`);
        mode = wanted;
        left = input.times === undefined ? Number.POSITIVE_INFINITY : requireCount(input, 'times');
      },
      'clear-received': () => {
        received = [];
      },
    },
    reset() {
      received = [];
      mode = 'good';
      left = Number.POSITIVE_INFINITY;
    },
  };
}

function isMode(word: string): word is Mode {
  return Object.hasOwn(modes, word);
}

function completion(content: string, reason: string): HttpResponse {
  return jsonResponse(200, {
    id: 'chatcmpl-local',
    object: 'chat.completion',
    model: 'kindling-local',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: reason }],
  });
}

function failure(status: number, message: string): HttpResponse {
  return jsonResponse(status, { error: { message, type: 'invalid_request_error', code: null } });
}

/** A system message, and a user message with one JSON value between two equal lines. */
function readCompletionRequest(call: Call): Received | null {
  const [system, user] = objectsIn(jsonOf(call)?.messages).map((message) => stringField(message, 'content'));
  const [, json] = /^(?:[^\n]+)\n([^\n]*)\n[^\n]+$/.exec(user ?? '') ?? [];
  if (system === undefined || json === undefined) return null;
  try {
    const data: unknown = JSON.parse(json);
    if (!isJsonObject(data)) return null;
    const review = {
      stars: typeof data.stars === 'number' ? data.stars : null,
      recommendation: stringField(data, 'recommendation') ?? null,
      language: stringField(data, 'language') ?? null,
      review: stringField(data, 'review') ?? null,
    };
    return { system, data, review };
  } catch {
    return null;
  }
}

function signOffIn(system: string): string {
  return /^End with this line as it is: (.*)$/m.exec(system)?.[1] ?? '';
}

/** What stands in quotation marks, or all of the text. */
function demandedText(review: string): string {
  return /"([^"]+)"/.exec(review)?.[1] ?? review;
}
