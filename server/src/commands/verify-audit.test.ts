import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { audit, auditOperator, sealChain } from '../features/identity/index.ts';
import { newId } from '../lib/ids.ts';
import { anyMode, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { tamper } from '../testing/tamper.ts';
import { parseVerifyWords, type VerifyWords, verifyAudit } from './verify-audit.ts';

let database: TestDatabase;
const accountId = newId();
beforeAll(async () => {
  database = await createTestDatabase(anyMode);
  const { db } = database;
  await inSystem(db, (trx) =>
    trx
      .insertInto('accounts')
      .values({ id: accountId, name: 'Shop', trial_ends_at: new Date('2040-01-01') })
      .execute(),
  );
  for (let number = 0; number < 3; number += 1)
    await inTenant(db, accountId, (trx) => audit(trx, { accountId, userId: null, action: 'plan.given' }));
  await sealChain({ db }, { accountId }, new AbortController().signal);
});
afterAll(() => database.close());

const run = (words: Partial<VerifyWords> = {}) =>
  verifyAudit({ db: database.db }, { chain: 'all', heads: false, against: null, ...words });

test('takes an account, the operator or all, and refuses other words', () => {
  expect(parseVerifyWords([])).toEqual({ chain: 'all', heads: false, against: null });
  expect(parseVerifyWords([accountId, '--heads'])).toEqual({ chain: accountId, heads: true, against: null });
  expect(parseVerifyWords(['operator', '--against', 'f'])).toEqual({
    chain: 'operator',
    heads: false,
    against: 'f',
  });
  for (const wrong of [['nobody'], ['--against'], ['--all'], ['all', 'all']])
    expect(parseVerifyWords(wrong), wrong.join(' ')).toBeNull();
});

test('heads are lines or JSON, and prove later that nothing was cut off', async () => {
  const file = path.join(os.tmpdir(), `heads-${newId()}`);
  const before = await run({ heads: true });
  expect(before.exitCode).toBe(0);
  expect(before.lines).toEqual([
    expect.stringMatching(/^operator 0 0{64}$/),
    expect.stringMatching(new RegExp(`^${accountId} 3 [0-9a-f]{64}$`)),
  ]);
  for (const content of [before.lines.join('\n'), JSON.stringify(before.json)]) {
    await writeFile(file, content);
    expect(await run({ against: file })).toMatchObject({
      exitCode: 0,
      lines: ['2 chains with 3 entries hold.'],
    });
  }
  await writeFile(file, 'no heads');
  await expect(run({ against: file })).rejects.toThrow('is no list of heads');
  await expect(run({ against: `${file}-none` })).rejects.toThrow('cannot be read');
  await writeFile(file, before.lines.join('\n'));
  await tamper(database.db, 'delete from audit_seals where account_id = $1 and position = 3', [accountId]);
  const after = await run({ chain: accountId, against: file });
  expect(after.exitCode).toBe(1);
  expect(after.json.findings.map(({ fault }) => fault)).toEqual(['tail-cut']);
  expect(after.lines).toEqual([
    `${accountId}  position 2  tail-cut: the chain was longer before`,
    '1 faults in 1 chains.',
  ]);
});

test('an account that the program has deleted is no fault, alone and among all', async () => {
  const { db } = database;
  const erased = newId();
  await inSystem(db, (trx) =>
    trx
      .insertInto('accounts')
      .values({ id: erased, name: 'Gone', trial_ends_at: new Date('2040-01-01') })
      .execute(),
  );
  await inTenant(db, erased, (trx) => audit(trx, { accountId: erased, userId: null, action: 'plan.given' }));
  await sealChain({ db }, { accountId: erased }, new AbortController().signal);
  const file = path.join(os.tmpdir(), `heads-${newId()}`);
  const { lines } = await run({ chain: erased, heads: true });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${erased} 1 `))]);
  await writeFile(file, lines.join('\n'));
  const [, count, hash] = lines[0]?.split(' ') ?? [];
  await tamper(db, 'delete from accounts where id = $1', [erased]);
  expect((await run({ chain: erased, against: file })).json.findings).toEqual([
    { chain: erased, fault: 'chain-missing', position: null, entryId: null },
  ]);
  await inSystem(db, (trx) =>
    auditOperator(trx, {
      adminId: null,
      action: 'account.erased',
      accountId: erased,
      target: hash ?? '',
      details: { entries: Number(count) },
    }),
  );
  expect(await run({ chain: erased, against: file })).toMatchObject({
    exitCode: 0,
    lines: ['1 chains with 1 entries hold.'],
  });
});

test('the first fault is named with its position and entry', async () => {
  await tamper(
    database.db,
    `update audit_entries set action = 'plan.taken-back'
      where id = (select entry_id from audit_seals where account_id = $1 and position = 2)`,
    [accountId],
  );
  const { exitCode, lines } = await run();
  expect(exitCode).toBe(1);
  expect(lines[0]).toMatch(
    new RegExp(`^${accountId}  position 2  entry-changed: .* \\(entry [0-9a-f-]{36}\\)$`),
  );
});
