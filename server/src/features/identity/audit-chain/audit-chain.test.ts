/** The trails can only be added to, and whoever changes them past the program is found. */
import { withWork } from '@kindling/service/work-context';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../../db/transaction.ts';
import { withCallerScope } from '../../../lib/caller-scope.ts';
import { newId } from '../../../lib/ids.ts';
import {
  createTestDatabase,
  databaseModes,
  queryAsOwner,
  type TestDatabase,
} from '../../../testing/database.ts';
import { tamper } from '../../../testing/tamper.ts';
import { audit } from '../audit.ts';
import { auditOperator } from '../operator-audit.ts';
import { type Chain, type ChainHead, chainName } from './chain.ts';
import { deleteOldPersonalValues, listUnsealedChains } from './chain-queries.ts';
import { auditJobs, sealSweepJob } from './jobs.ts';
import { sealBatch, sealChain } from './seal.ts';
import { verifyAllChains, verifyChain } from './verify.ts';

const never = new AbortController().signal;

describe.each(databaseModes)('the chains of the audit log, %s', (mode) => {
  let database: TestDatabase;
  let db: TestDatabase['db'];
  beforeAll(async () => {
    database = await createTestDatabase(mode);
    db = database.db;
  });
  afterAll(() => database.close());

  async function addAccount(entries = 0): Promise<string> {
    const accountId = newId();
    const at = new Date('2040-01-01');
    await inSystem(db, (trx) =>
      trx.insertInto('accounts').values({ id: accountId, name: 'Shop', trial_ends_at: at }).execute(),
    );
    for (let number = 0; number < entries; number += 1) await addEntry(accountId);
    return accountId;
  }
  const addEntry = (accountId: string, userId: string | null = null) =>
    inTenant(db, accountId, (trx) => audit(trx, { accountId, userId, action: 'plan.given' }));
  async function addPerson(accountId: string, email: string): Promise<string> {
    const id = newId();
    await inSystem(db, async (trx) => {
      await trx
        .insertInto('users')
        .values({ id, issuer: 'https://id.example', sub: id, email, display_name: 'Ann Lee' })
        .execute();
      await trx
        .insertInto('memberships')
        .values({ account_id: accountId, user_id: id, role: 'owner' })
        .execute();
    });
    return id;
  }
  /** An account with sealed entries. */
  async function addSealed(entries = 4): Promise<{ accountId: string; chain: Chain; head: ChainHead }> {
    const accountId = await addAccount(entries);
    const chain = { accountId };
    expect(await sealChain({ db }, chain, never)).toBe(false);
    return { accountId, chain, head: (await verifyChain({ db }, chain)).head };
  }
  const faultsOf = async (chain: Chain, known?: ChainHead[]) =>
    (await verifyChain({ db }, chain, known)).findings.map(({ fault, position }) => [fault, position]);
  const asOwner = (text: string, values?: unknown[]) => queryAsOwner(db, text, values);

  test('no role of the program changes or deletes an entry or a seal', async () => {
    const { accountId } = await addSealed(2);
    await inSystem(db, (trx) => auditOperator(trx, { adminId: null, action: 'session.ended' }));
    await sealChain({ db }, 'operator', never);
    const attempts = ['audit_entries', 'operator_entries', 'audit_seals', 'operator_seals'].flatMap(
      (table) => [
        `update ${table} set ${table.endsWith('seals') ? `hash = decode(repeat('00', 32), 'hex')` : `action = 'none'`}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ],
    );
    const roles: Record<string, (text: string) => Promise<unknown>> = {
      app: (text) => inTenant(db, accountId, (trx) => sql.raw(text).execute(trx)),
      limited: (text) => {
        const scope = { accountId, locationIds: [], actor: { kind: 'person', userId: newId() } } as const;
        return withCallerScope(scope, () => inTenant(db, accountId, (trx) => sql.raw(text).execute(trx)));
      },
      system: (text) => inSystem(db, (trx) => sql.raw(text).execute(trx)),
    };
    for (const [role, run] of Object.entries(roles))
      for (const text of attempts)
        await expect.soft(run(text), `${role}: ${text}`).rejects.toMatchObject({ code: '42501' });
    // The user of the pool, on a server the owner of the tables.
    const count = async () =>
      (await asOwner('select count(*) as rows, max(action) as action from audit_entries')).rows;
    const before = await count();
    for (const text of attempts)
      await expect.soft(db.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    expect(await count()).toEqual(before);
    expect(await faultsOf({ accountId })).toEqual([]);
    expect(await faultsOf('operator')).toEqual([]);
  });

  test('an entry holds hashes of who and from where; the values go with the person and after 12 months', async () => {
    const accountId = await addAccount();
    const ann = await addPerson(accountId, 'ann@example.com');
    const bob = await addPerson(accountId, 'bob@example.com');
    const request = { id: 'request-1', network: () => '203.0.113.9', route: null };
    await withWork({ request, job: null, span: null }, async () => {
      const scope = { accountId, locationIds: null, actor: { kind: 'person', userId: ann } } as const;
      await withCallerScope(scope, () =>
        inTenant(db, accountId, (trx) =>
          audit(trx, {
            accountId,
            userId: ann,
            action: 'account.renamed',
            personal: { before: 'Shop', after: 'Bakery' },
          }),
        ),
      );
      const actor = { kind: 'acting-admin', userId: bob, adminId: ann } as const;
      await withCallerScope({ accountId, locationIds: null, actor }, () => addEntry(accountId, bob));
    });
    const personal = async () =>
      (
        await inTenant(db, accountId, (trx) =>
          trx
            .selectFrom('audit_personal')
            .select(['part', 'person_id', 'data'])
            .orderBy('entry_id')
            .orderBy('part')
            .execute(),
        )
      ).map(({ part, person_id, data }) => [part, person_id, data]);
    const callerAnn = { name: 'Ann Lee', email: 'ann@example.com', network: '203.0.113.0/24' };
    const member = ['member', bob, { name: 'Ann Lee', email: 'bob@example.com' }];
    expect(await personal()).toEqual([
      ['caller', ann, callerAnn],
      ['words', ann, { before: 'Shop', after: 'Bakery' }],
      ['caller', ann, { name: 'Ann Lee', network: '203.0.113.0/24' }],
      member,
    ]);
    const { rows } = await asOwner('select * from audit_entries where account_id = $1', [accountId]);
    expect(JSON.stringify(rows)).not.toMatch(/Ann|example\.com|203\.0|Bakery/);
    await sealChain({ db }, { accountId }, never);
    await inSystem(db, (trx) => trx.deleteFrom('users').where('id', '=', ann).execute());
    // What she did as an administrator still says who it was.
    const callerAdmin = ['caller', ann, { name: 'Ann Lee', network: '203.0.113.0/24' }];
    expect(await personal()).toEqual([callerAdmin, member]);
    const former = () =>
      inSystem(db, (trx) => trx.selectFrom('former_administrators').select('email').execute());
    expect(await former()).toEqual([{ email: 'ann@example.com' }]);
    await inSystem(db, (trx) => deleteOldPersonalValues(trx, new Date(Date.now() - 60_000), 100));
    expect([await personal(), await former()]).toEqual([
      [callerAdmin, member],
      [{ email: 'ann@example.com' }],
    ]);
    await inSystem(db, (trx) => deleteOldPersonalValues(trx, new Date(Date.now() + 60_000), 100));
    expect([await personal(), await former()]).toEqual([[], []]);
    expect(await faultsOf({ accountId })).toEqual([]);
  });

  test('entries are sealed in parts, by one at a time, and late ones later', async () => {
    const accountId = await addAccount();
    await inTenant(db, accountId, async (trx) => {
      for (let number = 0; number < 510; number += 1)
        await audit(trx, { accountId, userId: null, action: 'plan.given' });
    });
    const chain = { accountId };
    expect(
      await inSystem(db, (trx) => listUnsealedChains(trx, { after: null, limit: 1_000 })),
    ).toContainEqual(chain);
    const parts = await Promise.all([1, 2, 3].map(() => inSystem(db, (trx) => sealBatch(trx, chain))));
    expect(parts).toContain(true);
    await sealChain({ db }, chain, never);
    const late = newId();
    await inSystem(db, (trx) =>
      trx
        .insertInto('audit_entries')
        .values({
          account_id: accountId,
          id: late,
          action: 'plan.given',
          actor: 'system',
          at: new Date('2020-01-01'),
        })
        .execute(),
    );
    await sealChain({ db }, chain, never);
    const { rows } = await asOwner(
      'select count(*) as count, (array_agg(entry_id order by position))[511] as last from audit_seals where account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ count: 511, last: late }]);
    expect(
      await inSystem(db, (trx) => listUnsealedChains(trx, { after: null, limit: 1_000 })),
    ).not.toContainEqual(chain);
    expect(await faultsOf(chain)).toEqual([]);
  });

  test('a sweep reaches every account, however many wait before it', async () => {
    const accounts = 1_003;
    const ids = Array.from({ length: accounts }, () => newId());
    await inSystem(db, async (trx) => {
      await sql`insert into accounts (id, name, trial_ends_at)
        select id, 'Shop', '2040-01-01' from unnest(${ids}::uuid[]) as id`.execute(trx);
      await sql`insert into audit_entries (account_id, id, action, actor)
        select id, id, 'plan.given', 'system' from unnest(${ids}::uuid[]) as id`.execute(trx);
    });
    const next: unknown[] = [{}];
    const keys: string[] = [];
    const [sweep] = auditJobs({
      db,
      queue: {
        enqueue: async (_job, payload) => void next.push(payload),
        enqueueMany: async (_job, jobs) => void keys.push(...jobs.map(({ key }) => key)),
      },
    });
    let pages = 0;
    for (; next.length > 0; pages += 1) await sweep?.run(sealSweepJob.payload.parse(next.shift()), never);
    expect(pages).toBe(2);
    expect(keys).toEqual(expect.arrayContaining(ids.map((accountId) => chainName({ accountId }))));
    expect(new Set(keys).size).toBe(keys.length);
  });

  describe('what the owner of the database does past the program is found', () => {
    const entryAt = (position: number) =>
      `(select entry_id from audit_seals where account_id = $1 and position = ${position})`;
    const tampering: [
      what: string,
      faults: [fault: string, position: number | null][],
      statements: string[],
    ][] = [
      [
        'a changed action',
        [['entry-changed', 2]],
        [`update audit_entries set action = 'plan.taken-back' where id = ${entryAt(2)}`],
      ],
      [
        'a changed time',
        [['entry-changed', 3]],
        [`update audit_entries set at = at + interval '1 microsecond' where id = ${entryAt(3)}`],
      ],
      [
        'another person',
        [['entry-changed', 1]],
        [`update audit_entries set user_id = gen_random_uuid() where id = ${entryAt(1)}`],
      ],
      [
        'changed details',
        [['entry-changed', 2]],
        [`update audit_entries set details = '{"count": 1}' where id = ${entryAt(2)}`],
      ],
      [
        'a changed hash',
        [['entry-changed', 2]],
        [`update audit_seals set hash = sha256(hash) where account_id = $1 and position = 2`],
      ],
      ['a deleted entry', [['entry-missing', 3]], [`delete from audit_entries where id = ${entryAt(3)}`]],
      [
        'an entry deleted with its seal',
        [['seal-missing', 2]],
        [
          `delete from audit_entries where id = ${entryAt(2)}`,
          'delete from audit_seals where account_id = $1 and position = 2',
        ],
      ],
      [
        'the same, with the later positions closed up',
        [['entry-changed', 2]],
        [
          `delete from audit_entries where id = ${entryAt(2)}`,
          'delete from audit_seals where account_id = $1 and position = 2',
          'update audit_seals set position = 2 where account_id = $1 and position = 3',
          'update audit_seals set position = 3 where account_id = $1 and position = 4',
        ],
      ],
      ['two entries that changed places', [['entry-moved', 2]], []],
      [
        'an entry that was slipped in',
        [['unsealed', null]],
        [
          `insert into audit_entries (account_id, id, action, actor, at) values ($1, gen_random_uuid(), 'plan.given', 'system', now() - interval '2 hours')`,
          'delete from audit_unsealed where account_id = $1',
        ],
      ],
      [
        'an entry deleted before it was sealed',
        [['unsealed-missing', null]],
        [`insert into audit_unsealed (account_id, entry_id) values ($1, gen_random_uuid())`],
      ],
      [
        'personal values of somebody else',
        [['personal-changed', 1]],
        [
          `insert into audit_personal (account_id, entry_id, part, salt, data)
         values ($1, ${entryAt(1)}, 'caller', decode(repeat('00', 16), 'hex'), '{"name": "Eve"}')`,
        ],
      ],
    ];
    test.each(tampering)('%s', async (what, faults, statements) => {
      const { accountId, chain } = await addSealed();
      if (what.startsWith('two entries')) await swapEntries(accountId);
      else for (const text of statements) await tamper(db, text, [accountId]);
      expect(await faultsOf(chain)).toEqual(faults);
    });

    /** Gives each of two seals the entry of the other one. */
    async function swapEntries(accountId: string): Promise<void> {
      const { rows } = await asOwner(
        'select entry_id from audit_seals where account_id = $1 and position in (2, 3) order by position',
        [accountId],
      );
      const [second, third] = rows.map(({ entry_id }) => entry_id as string);
      for (const [position, entryId] of [
        [2, newId()],
        [3, second],
        [2, third],
      ])
        await tamper(db, 'update audit_seals set entry_id = $3 where account_id = $1 and position = $2', [
          accountId,
          position,
          entryId,
        ]);
    }

    test('a tail that was cut, by a head that was kept elsewhere', async () => {
      const { accountId, chain, head } = await addSealed();
      await tamper(db, 'delete from audit_seals where account_id = $1 and position = 4', [accountId]);
      await tamper(
        db,
        `delete from audit_entries e where account_id = $1
        and not exists (select from audit_seals s where s.account_id = $1 and s.entry_id = e.id)`,
        [accountId],
      );
      expect(await faultsOf(chain)).toEqual([]);
      expect(await faultsOf(chain, [head])).toEqual([['tail-cut', 3]]);
      await addEntry(accountId);
      await sealChain({ db }, chain, never);
      expect(await faultsOf(chain, [head])).toEqual([['other-chain', 4]]);
    });

    test('an account that vanished; one that the program deleted is in the operator’s trail', async () => {
      const { accountId, head } = await addSealed();
      await asOwner('delete from accounts where id = $1', [accountId]);
      const findings = async () => {
        const found = [];
        for await (const report of verifyAllChains({ db }, [head]))
          if (report.head.chain === accountId) found.push(...report.findings.map(({ fault }) => fault));
        // The account alone, as the whole run does it when the account goes before its turn.
        const alone = await faultsOf({ accountId }, [head]);
        expect(alone.map(([fault]) => fault)).toEqual(found);
        return found;
      };
      expect(await findings()).toEqual(['chain-missing']);
      await inSystem(db, (trx) =>
        auditOperator(trx, {
          adminId: null,
          action: 'account.erased',
          accountId,
          target: head.hash,
          details: { entries: 4 },
        }),
      );
      expect(await findings()).toEqual([]);
    });
  });
});
