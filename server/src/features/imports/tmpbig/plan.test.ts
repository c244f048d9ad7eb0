import { test } from 'vitest';
import { sql } from 'kysely';
import { inTenant } from '/work/main/server/src/db/transaction.ts';
import { startTestApp } from '/work/main/server/src/testing/app.ts';
import { upload, check, publish } from '/work/main/server/src/testing/import-files.ts';
test('plan', async () => {
  const app = await startTestApp('embedded');
  const user = await app.signIn('big@example.com');
  const n = 20000;
  const lines = ['author,rating,text,date,reply'];
  for (let i = 0; i < n; i++) lines.push(`Author ${i % 5000},${1 + i % 5},"Words of review ${i}",${2005 + i % 20}-0${1 + i % 9}-1${i % 10},${i % 3 ? '' : 'Thank you very much'}`);
  const found = await upload(app, user, [{ name: 'a.csv', bytes: lines.join('\n') }]);
  await check(app, user, found); let t = performance.now(); await publish(app, user, found.id); console.log('publish', performance.now() - t);
  const a = user.accountId;
  for (let k = 0; k < 2; k++) {
  await inTenant(app.services.db, a, async (trx) => {
    for (const q of [
      `select r.id from reviews r inner join locations l on l.account_id = r.account_id and l.id = r.location_id left join listings p on p.account_id = r.account_id and p.id = r.listing_id where r.account_id = '${a}' and r.removed_at is null order by r.written_at desc, r.id desc limit 26`,
      `select x.number, r.id from jsonb_to_recordset((select jsonb_agg(jsonb_build_object('number', 1, 'external_id', external_id)) from (select external_id from reviews limit 500) q)) as x(number integer, external_id text) left join reviews r on r.account_id = '${a}' and r.source = 'import' and r.external_id = x.external_id order by x.number`,
    ]) {
      const { rows } = await sql.raw<Record<string, string>>('explain (analyze) ' + q).execute(trx);
      console.log(rows.map((r) => r['QUERY PLAN']).join('\n'));
    }
  });
  await app.services.db.pool.query('analyze reviews');
  }
  t = performance.now(); const again = await upload(app, user, [{ name: 'a.csv', bytes: lines.join('\n') }]); await check(app, user, again); console.log('again', performance.now() - t);
  await app.close();
}, 900000);
