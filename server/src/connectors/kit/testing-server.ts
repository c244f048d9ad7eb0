/** For tests only: an HTTP server that answers as the test says. */
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface RecordedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  /** The body as text, unchanged. */
  body: string;
  headers: IncomingHttpHeaders;
  authorization: string | undefined;
}

export interface ScriptedResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  text?: string;
  /** `hang`: no answer at all; `cut`: headers and half a body, then the connection ends; `reset`: not even headers. */
  trouble?: 'hang' | 'cut' | 'reset';
}

export interface TestingServer {
  url: string;
  requests: RecordedRequest[];
  /** Sets the answer of all following requests. */
  respondWith(answer: (request: RecordedRequest) => ScriptedResponse): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1; answers 500 until the test sets an answer. */
export async function startTestingServer(): Promise<TestingServer> {
  let current: (request: RecordedRequest) => ScriptedResponse = () => ({ status: 500, text: 'no script' });
  const seen: RecordedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const url = new URL(incoming.url ?? '/', 'http://testing');
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      form: new URLSearchParams(body),
      body,
      headers: incoming.headers,
      authorization: incoming.headers.authorization,
    };
    seen.push(request);
    const answer = current(request);
    if (answer.trouble === 'hang') return;
    if (answer.trouble === 'reset') {
      incoming.socket.resetAndDestroy();
      return;
    }
    const text = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json);
    outgoing.writeHead(answer.status ?? 200, {
      'content-type': answer.json === undefined ? 'text/html' : 'application/json',
      ...answer.headers,
    });
    if (answer.trouble === 'cut') outgoing.write(`${text} `, () => outgoing.destroy());
    else outgoing.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    requests: seen,
    respondWith(answer) {
      current = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
