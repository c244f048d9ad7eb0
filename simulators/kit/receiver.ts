import { createServer } from 'node:http';
import { closeServer, listen } from './serve.ts';

/** For tests: receives pushes and webhooks, and answers each with the next configured status. */
export type Receiver = {
  url: string;
  /** Received messages, oldest first. */
  received: { body: string; headers: Record<string, unknown>; query: URLSearchParams }[];
  /** Statuses of the next responses; 200 when the list is empty. */
  answers: number[];
  close(): Promise<void>;
};

/** Starts a receiver on a free port. It answers GET with `hub.challenge`, for the handshake of Facebook's webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { searchParams } = new URL(request.url ?? '/', 'http://receiver.invalid');
    if (request.method === 'GET') {
      response.end(searchParams.get('hub.challenge') ?? '');
      return;
    }
    received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers, query: searchParams });
    response.writeHead(answers.shift() ?? 200).end();
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}/hook`;
  return { url, received, answers, close: () => closeServer(server) };
}
