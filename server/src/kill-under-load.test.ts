/**
 * The built program is killed while visitors send: every submission that was acknowledged is there once. `npm run test:kill`
 * repeats it many times on both databases.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from './db/client.ts';
import { inSystem } from './db/transaction.ts';
import { databaseModes, queryAsOwner, silentLog } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import { headersOfVisit, insertLoadPages, loadSlug } from './testing/load-pages.ts';
import {
  type PreparedDatabase,
  prepareAnyDatabase,
  prepareDatabase,
  type RunningProgram,
  setUpPrograms,
  startProgram,
  stopProgram,
} from './testing/programs.ts';
import { runsEverything } from './testing/scope.ts';

const rounds = Number(process.env.KINDLING_KILL_ROUNDS ?? 1);
const pages = 8;
const clients = 8;

const { dataFolder } = setUpPrograms();

vi.setConfig({ testTimeout: 120_000 + rounds * 30_000 });

interface Sent {
  key: string;
  rating: number;
  text: string;
}

async function fillDatabase({ options }: PreparedDatabase): Promise<void> {
  const db = await openDatabase({ ...options, log: silentLog });
  try {
    await inSystem(db, (trx) => insertLoadPages(trx, pages));
  } finally {
    await db.close();
  }
}

/** Visits pages until the program is gone, and notes what was acknowledged. */
async function visitUntilGone(
  program: RunningProgram,
  run: string,
  tokens: readonly string[],
  acknowledged: Sent[],
): Promise<void> {
  let number = 0;
  async function visitor(): Promise<void> {
    for (;;) {
      number += 1;
      const page = number % pages;
      const sent: Sent = {
        key: `${run}-visit-of-load-${number}`,
        rating: 1 + (number % 5),
        text: `Visit ${number} of ${run}, in words of its own`,
      };
      const fields = { ...sent, rating: String(sent.rating), step: 'review', token: tokens[page] ?? '' };
      const address = `http://127.0.0.1:${program.port}/c/${loadSlug(page)}`;
      try {
        const response = await fetch(address, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers: headersOfVisit(),
        });
        const answer = (await response.json()) as { stored?: boolean };
        if (response.status === 200 && answer.stored === true) acknowledged.push(sent);
        else throw new Error(`Answer ${response.status}: ${JSON.stringify(answer)}`);
      } catch (error) {
        if (program.child.signalCode !== null || program.child.exitCode !== null) return;
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
        // The connection broke; the next turn sees whether the program is gone.
        await wait(5);
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, visitor));
}

async function readTokens(program: RunningProgram): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < pages; index += 1) {
    const response = await fetch(`http://127.0.0.1:${program.port}/c/${loadSlug(index)}`, {
      headers: headersOfVisit(),
    });
    tokens.push(((await response.json()) as { token: string }).token);
  }
  return tokens;
}

async function readStored({ options }: PreparedDatabase) {
  const db = await openDatabase({ ...options, log: silentLog });
  try {
    const { rows } = await queryAsOwner<{ text: string; rating: number; times: number; reviews: number }>(
      db,
      `select s.text, s.rating, count(*)::int as times, count(r.id)::int as reviews
         from submissions s
         left join reviews r on r.account_id = s.account_id and r.id = s.id and r.text = s.text
        where s.state = 'shown' group by 1, 2`,
    );
    return new Map(rows.map((row) => [row.text, row]));
  } finally {
    await db.close();
  }
}

// A kill ends the embedded database too, so that one shows more; the other is killed with `--all` and in many rounds.
const modes = runsEverything || rounds > 1 ? databaseModes : databaseModes.slice(0, 1);

describe('a kill under load of submissions', () => {
  test.each(modes)('loses and doubles none that was acknowledged, %s', async (mode) => {
    const data = `kill-${mode}`;
    const database = await (mode === 'embedded' ? prepareDatabase(data) : prepareAnyDatabase(data));
    await fillDatabase(database);
    const env = { ...database.env, TRUST_PROXY: '127.0.0.1', KINDLING_ROLES: 'web,worker,identity' };
    const acknowledged: Sent[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const program = await startProgram(data, env);
      await program.ready;
      const tokens = await readTokens(program);
      // A form that is sent within a second of its page is held.
      await wait(1_100);
      const before = acknowledged.length;
      const visiting = visitUntilGone(program, `${mode}-${round}`, tokens, acknowledged);
      const wanted = before + 10 + Math.floor(Math.random() * 60);
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(wanted), 5);
      program.child.kill('SIGKILL');
      await visiting;
    }
    // What waits in files is stored by the next start.
    const last = await startProgram(data, env);
    await last.ready;
    await eventually(async () => {
      const names = await readdir(join(dataFolder(data), 'submissions'));
      expect(names).toEqual([]);
    });
    await stopProgram(last);
    const stored = await readStored(database);
    expect(acknowledged.length).toBeGreaterThan(rounds * 10);
    for (const { text, rating } of acknowledged)
      expect.soft(stored.get(text), text).toMatchObject({ rating, times: 1, reviews: 1 });
    expect([...stored.values()].filter(({ times }) => times > 1)).toEqual([]);
    process.stdout.write(
      `${mode}: ${rounds} kills, ${acknowledged.length} acknowledged, ${stored.size} stored\n`,
    );
  });
});
