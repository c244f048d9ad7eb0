/** One account that asks too much is slowed alone: attacks against a live product while another account works in it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamsPerPerson } from '../http/event-streams.ts';
import { startTestApp, type TestApp, type TestUser } from './app.ts';
import { databaseModes } from './database.ts';
import { eventually } from './eventually.ts';

/** Below the 600 requests a minute that one address may make. */
const streamsAsked = 100;

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('a neighbour, %s', (mode) => {
  let app: TestApp;
  let origin: string;
  let attacker: TestUser;
  let neighbour: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    origin = await app.listen();
    attacker = await app.signIn('attacker@example.com');
    neighbour = await app.signIn('neighbour@example.com');
  });
  afterAll(() => app.close());

  /** Asks for the neighbour's dashboard until `over`; the status of each answer. */
  async function dashboards(over: Promise<unknown>): Promise<number[]> {
    const statuses: number[] = [];
    let going = true;
    void over.finally(() => {
      going = false;
    });
    do statuses.push((await neighbour.call('GET', '/dashboard')).status);
    while (going);
    return statuses;
  }

  test('many event streams of one account: five are open, the rest refused, and the neighbour is answered', async () => {
    const leaving = new AbortController();
    const ask = async (at: number) => {
      const response = await fetch(`${origin}/api/${at % 2 === 0 ? 'sync' : 'imports'}/events`, {
        headers: { authorization: `Bearer ${attacker.token}` },
        signal: leaving.signal,
      });
      if (response.status !== 200) await response.text();
      return response.status;
    };
    const asked = Promise.all(Array.from({ length: streamsAsked }, (_, at) => ask(at)));
    const answered = await dashboards(asked);
    const statuses = await asked;
    expect(statuses.filter((status) => status === 200)).toHaveLength(streamsPerPerson);
    expect(statuses.filter((status) => status === 429)).toHaveLength(streamsAsked - streamsPerPerson);
    expect(new Set(answered)).toEqual(new Set([200]));
    leaving.abort();
    await eventually(async () =>
      expect(await neighbour.call('GET', '/dashboard')).toMatchObject({ status: 200 }),
    );
  });
});
