import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { identityMigrations } from '@kindling/identity';
import pg from 'pg';
import { openDatabase } from '../../server/src/db/client.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import prepare from '../../server/src/testing/database-templates.ts';
import { findPostgresBinaries } from '../../server/src/testing/postgres-binaries.ts';

const silent = { info() {}, warn() {}, error() {} };

/**
 * Creates empty, migrated databases: embedded always, and on PostgreSQL where DATABASE_URL names a server (in temporary
 * databases that are dropped later; the named database is not changed) or its programs are on this machine.
 */
export async function createDatabases(stage) {
  let address = '';
  const provide = (_name, value) => {
    address = value;
  };
  stage.onClose(await prepare({ provide }));
  const ask = async (what) => {
    const answer = await fetch(`${address}/${what}`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const serverUrl = process.env.DATABASE_URL || null;
  const postgres = serverUrl !== null || findPostgresBinaries() !== null;

  async function embedded() {
    const dataFolder = stage.folder();
    const { migrated } = await ask('embedded');
    cpSync(migrated, dataFolder, { recursive: true });
    return openDatabase({ dataFolder, log: silent });
  }

  async function onServer() {
    const name = `kindling_bench_${randomUUID().replaceAll('-', '')}`;
    const admin = serverUrl ?? (await ask('postgres')).admin;
    await once(admin, `create database ${name}`);
    stage.onClose(() => once(admin, `drop database ${name} with (force)`));
    const url = new URL(admin);
    url.pathname = `/${name}`;
    const db = await openDatabase({ url: url.href, log: silent });
    await migrate(db, { log: silent, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
    return db;
  }

  return {
    modes: postgres ? ['embedded', 'postgres'] : ['embedded'],
    async create(mode) {
      const db = mode === 'embedded' ? await embedded() : await onServer();
      stage.onClose(() => db.close());
      return db;
    },
  };
}

async function once(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
