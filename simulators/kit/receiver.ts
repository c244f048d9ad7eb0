import { createServer } from 'node:http';
import { closeServer, listen } from './serve.ts';

/** For tests: an address that takes pushes and webhooks, and answers each with the next status it is given. */
export type Receiver = {
  url: string;
  /** What came, oldest first. */
  received: { body: string; headers: Record<string, unknown>; query: URLSearchParams }[];
  /** Statuses of the next answers; 200 when there is none left. */
  answers: number[];
  close(): Promise<void>;
};

/** Starts a receiver on a free port. A GET is answered with `hub.challenge`, as a webhook's handshake wants it. */
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
