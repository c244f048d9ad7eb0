import { expect, test } from 'vitest';
import { checkJoins } from './check-joins.mjs';

const place = () => 'distributed';
const across = 'select 1 from reviews r join tags t on t.id = r.tag';
const statement = (text, more) => ({ scope: 'system', origin: 'server/src/a.ts', text, same: [], ...more });
const known = [
  { file: 'server/src/a.ts', tables: ['public.reviews', 'public.tags'], reason: 'all accounts' },
];

test('an unlisted join is a fault, with its text', () => {
  const { statements, faults } = checkJoins(
    [statement(across), statement(across), statement('select 1 from tags')],
    {
      known: [],
      place,
      isWhole: true,
    },
  );
  expect(statements).toBe(2);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('server/src/a.ts (system) joins public.reviews, public.tags');
  expect(faults[0]).toContain(across);
});

test('a listed join is listed for its file and its tables only', () => {
  const check = (recorded) => checkJoins(recorded, { known, place, isWhole: false }).faults;
  expect(check([statement(across)])).toEqual([]);
  expect(check([statement(across, { origin: 'server/src/b.ts' })])).toHaveLength(1);
  expect(check([statement(`${across} join replies y on y.id = r.reply`)])).toHaveLength(1);
});

test('a listed join that no longer occurs is a fault after all tests', () => {
  const fixed = statement(`${across} and t.account_id = r.account_id`);
  expect(checkJoins([fixed], { known, place, isWhole: false }).faults).toEqual([]);
  expect(checkJoins([fixed], { known, place, isWhole: true }).faults).toEqual([
    'server/src/a.ts no longer joins public.reviews over accounts: correct the list',
    'server/src/a.ts no longer joins public.tags over accounts: correct the list',
  ]);
});

test('a text that is not understood is shown', () => {
  expect(() => checkJoins([statement('selec 1')], { known, place, isWhole: false })).toThrow('selec 1');
});
