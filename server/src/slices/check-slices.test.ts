import { createLocalLimits } from '@kindling/service/limits';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { slices } from '../app.ts';
import { primaryReads } from '../db/replica-reads.ts';
import { joinRoutes, routeBuilder } from '../http/api.ts';
import { createHttpServer } from '../http/server.ts';
import { checkHooks, checkSlices } from './check-slices.ts';
import { multiHook, singleHook } from './hook.ts';
import { defineSlice } from './slice.ts';
import { accountTable, accountTablesOf } from './slice-tables.ts';

const build = () => ({});

describe('the start refuses', () => {
  test('two slices with the same name', () => {
    const slice = defineSlice({ name: 'one', build });
    expect(() => checkSlices([slice, slice])).toThrow('The name one has two owners: one and one.');
  });

  test('two owners of a table, whether or not it is copied with its account', () => {
    const one = defineSlice({
      name: 'one',
      tables: { account: [accountTable('things', ['id'])], other: ['states'] },
      build,
    });
    for (const other of ['things', 'states']) {
      const two = defineSlice({ name: 'two', tables: { account: [], other: [other] }, build });
      expect(() => checkSlices([one, two])).toThrow(`The table ${other} has two owners: one and two.`);
    }
  });

  test('two owners of a job', () => {
    const [job] = slices.flatMap(({ jobs }) => jobs);
    if (job === undefined) throw new Error('No job');
    const two = defineSlice({ name: 'two', jobs: [job], build });
    expect(() => checkSlices([...slices, two])).toThrow(`The job ${job.name} has two owners`);
  });

  test('two owners of a key of the contract, and a key without an implementation', () => {
    const routes = routeBuilder(
      () => Promise.resolve({ kind: 'anonymous' }),
      async () => new Set(),
      { isOn: () => false },
      primaryReads,
      () => async () => () => {},
    );
    const { config } = routes.app;
    const part = { app: { config: config.handler(() => Promise.reject(new Error('not called'))) } };
    expect(() => joinRoutes([part, part])).toThrow('Two slices implement the routes of app.');
    expect(() => joinRoutes([part])).toThrow(/^No slice implements the routes of .*reviews/);
  });

  test('two owners of a path outside the contract', async () => {
    const app = await createHttpServer({
      limits: createLocalLimits(),
      log: pino({ level: 'silent' }),
      trustProxy: [],
      errorPage: () => ({ html: '', headers: {} }),
    });
    const mount = () => app.get('/hooks/one', { config: { access: 'public' } }, () => 'ok');
    mount();
    expect(mount).toThrow(/already declared/);
    await app.close();
  });

  test('none of the program’s own slices', () => {
    expect(() => checkSlices(slices)).not.toThrow();
  });
});

describe('hooks', () => {
  test('a single hook needs one filler and refuses a second', async () => {
    const hook = singleHook<[number], number>('one.double');
    const check = () => checkHooks([{ hooks: { hook } }]);
    expect(check).toThrow('No slice fills the hook one.double.');
    hook.fill(async (value) => value * 2);
    expect(check).not.toThrow();
    expect(await hook.call(21)).toBe(42);
    hook.fill(async () => 0);
    expect(check).toThrow('Two slices fill the hook one.double.');
  });

  test('a multi hook runs its fillers one after another', async () => {
    const hook = multiHook<[string]>('one.changed');
    await hook.call('nobody listens');
    const heard: string[] = [];
    hook.fill(async (word) => {
      await new Promise(setImmediate);
      heard.push(`first ${word}`);
    });
    hook.fill(async (word) => void heard.push(`second ${word}`));
    await hook.call('news');
    expect(heard).toEqual(['first news', 'second news']);
  });
});

describe('the tables of an account', () => {
  test('come in the order of the slices, except for those that must come before another table', () => {
    const names = accountTablesOf(slices).map(({ table }) => table);
    expect(names.slice(0, 2)).toEqual(['accounts', 'users']);
    expect(names.indexOf('imports')).toBeLessThan(names.indexOf('reviews'));
    expect(names.indexOf('listings')).toBeLessThan(names.indexOf('imports'));
  });

  test('may only be placed before a table of a lower slice', () => {
    const slice = { tables: { account: [accountTable('a', ['id'], { before: 'b' })], other: [] } };
    expect(() => accountTablesOf([slice])).toThrow(
      'The table b, which a comes before, belongs to no slice below.',
    );
  });
});
