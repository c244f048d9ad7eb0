/** For component tests only: a stream of server-sent events as the API sends it. */
import type { ApiAnswer } from './render-screen.tsx';

export interface TestStream {
  /** The response of the stream's address. Each request gets the same stream from the beginning. */
  answer: () => ApiAnswer;
  /** Sends an event to all open streams. */
  send(event: unknown): void;
}

export function eventStream(): TestStream {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const bytes = new TextEncoder();
  return {
    answer() {
      const body = new ReadableStream<Uint8Array>({ start: (listener) => void listeners.add(listener) });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    send(event) {
      for (const listener of listeners)
        listener.enqueue(bytes.encode(`event: message\ndata: ${JSON.stringify(event)}\n\n`));
    },
  };
}
