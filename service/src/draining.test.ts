import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createDraining } from './draining.ts';
import { createHttpService } from './http-server.ts';

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

interface Answer {
  status: number | undefined;
  connection: string | undefined;
}

function ask(port: number, path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, agent, host: '127.0.0.1' }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, connection: response.headers.connection });
      });
    });
    sent.once('error', reject).end();
  });
}

test('a service that drains answers everything, and ends each connection with its answer', async () => {
  const draining = createDraining();
  const app = createHttpService({ role: 'web', trustProxy: [], draining });
  let finish: () => void = () => {};
  let closing: Promise<unknown> = Promise.resolve();
  app.get('/now', async () => 'now');
  app.get('/slow', () => new Promise((resolve) => (finish = () => resolve('slow'))));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const other = new Agent({ keepAlive: true });
  agents.push(agent, other);
  expect(await ask(port, '/now', agent)).toEqual({ status: 200, connection: 'keep-alive' });
  const slow = ask(port, '/slow', other);
  await expect.poll(() => String(finish)).toContain('resolve');
  draining.begin();
  expect(await ask(port, '/now', agent)).toEqual({ status: 200, connection: 'close' });
  // What runs is answered before the end.
  closing = app.close();
  finish();
  expect((await slow).status).toBe(200);
  await closing;
  await expect(ask(port, '/now', agent)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
