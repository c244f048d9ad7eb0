import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Delivery, HttpResponse } from './response.ts';

/** The status in the call log, or a word for a response that did not arrive completely. */
export function loggedStatus(delivery: Delivery, status: number): number | 'no answer' | 'cut' | 'reset' {
  if (delivery.way === 'never' || delivery.way === 'half-open') return 'no answer';
  if (delivery.way === 'cut' || delivery.way === 'reset') return delivery.way;
  return status;
}

/** The body as text; a picture as one character per byte. */
export function bodyOf({ content }: HttpResponse): string {
  if (content.kind === 'bytes') return content.bytes.toString('latin1');
  return content.kind === 'json' ? `${JSON.stringify(content.value)}\n` : content.text;
}

/** The response with another body. */
export function withTextBody(reply: HttpResponse, text: string): HttpResponse {
  return { ...reply, content: { kind: 'text', text } };
}

/** Sends a response in the given way; `date` (milliseconds) becomes the `Date` header. */
export function sendResponse(
  exchange: { request: IncomingMessage; response: ServerResponse },
  reply: HttpResponse,
  delivery: Delivery,
  date: number,
): void {
  const { request, response } = exchange;
  if (delivery.way === 'never') return;
  if (delivery.way === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (delivery.way === 'half-open' && !delivery.begun) {
    stallSocket(request);
    return;
  }
  const body = reply.content.kind === 'bytes' ? reply.content.bytes : Buffer.from(bodyOf(reply));
  response.writeHead(reply.status, {
    date: new Date(date).toUTCString(),
    ...reply.headers,
    'content-length': body.length,
  });
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (delivery.way === 'drip') drip(response, body, delivery.bytes, delivery.everyMs);
  else if (delivery.way === 'cut') response.write(half, () => response.destroy());
  else if (delivery.way === 'half-open') response.write(half, () => stallSocket(request));
  else response.end(body);
}

/** A paused socket never sees the client close, so the client never gets a FIN back. */
function stallSocket(request: IncomingMessage): void {
  request.socket.pause();
}

function drip(response: ServerResponse, body: Buffer, bytes: number, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    const next = Math.min(body.length, at + bytes);
    const last = next === body.length;
    if (last) {
      clearInterval(timer);
      response.end(body.subarray(at, next));
    } else response.write(body.subarray(at, next));
    at = next;
  }, everyMs);
  response.once('close', () => clearInterval(timer));
}
