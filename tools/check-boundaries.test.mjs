import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from './check-boundaries.mjs';

/** Files that break no rule; the files below that break a rule import them. */
const VALID = {
  'package.json': '{ "type": "module" }',
  'contract/package.json':
    '{ "name": "@kindling/contract", "type": "module", "exports": { "./*": "./src/*.ts" } }',
  'contract/src/reviews.ts': 'export type Review = { text: string };\nexport const limit = 5;\n',
  'contract/src/platforms.ts': "export const platforms = ['google', 'facebook'];\n",
  'guest/src/embed/client/loader.ts':
    "import type { Review } from '../../../../contract/src/reviews.ts';\nexport const read = (review: Review) => review.text;\n",
  'server/src/config/settings.ts': 'export const port = process.env.PORT;\n',
  'server/src/lib/http-client.ts': "export const get = () => fetch('https://example.com');\n",
  'server/src/db/client.ts': 'export const db = 1;\n',
  'service/src/limiter.ts': 'export const limiter = 1;\n',
  'identity/src/limits.ts': "export { limiter } from '../../service/src/limiter.ts';\n",
  'server/src/http/limits.ts': "export { limiter } from '../../../service/src/limiter.ts';\n",
  'server/src/connectors/connector.ts': 'export type Connector = { name: string };\n',
  'server/src/connectors/registry.ts':
    "import { google } from './google/index.ts';\nexport const all = [google];\n",
  'server/src/connectors/google/index.ts':
    "import type { Connector } from '../connector.ts';\nimport { get } from '../../lib/http-client.ts';\nexport const google: Connector & { get: typeof get } = { name: 'google', get };\n",
  'server/src/features/identity/index.ts': "export { users } from './users.ts';\n",
  'server/src/features/identity/users.ts': "export const users = 'users';\n",
  'server/src/features/reviews/index.ts':
    "import { users } from '../identity/index.ts';\nexport const reviews = (db: { insertInto(table: string): void }) => [users, db.insertInto('reviews')];\n",
  'server/src/app.ts':
    "export { all } from './connectors/registry.ts';\nexport { reviews } from './features/reviews/index.ts';\n",
  'web/src/features/reviews/list.tsx': "export { limit } from '@kindling/contract/reviews';\n",
  'web/src/features/widgets/list.tsx': 'export const widgets = 1;\n',
  'simulators/google/main.ts': 'export const simulator = process.env.PORT;\n',
};

/** Each breaks one rule: [rule, file, content]. */
const INVALID = [
  [
    'server-knows-no-front-end',
    'server/src/http/cheat.ts',
    "import '../../../web/src/features/reviews/list.tsx';\n",
  ],
  ['connector-knows-the-kit-only', 'server/src/connectors/google/store.ts', "import '../../db/client.ts';\n"],
  ['connector-knows-the-kit-only', 'server/src/connectors/other/index.ts', "import '../google/index.ts';\n"],
  [
    'web-knows-contract-guest-locales',
    'web/src/lib/cheat.ts',
    "import '../../../server/src/db/client.ts';\n",
  ],
  ['web-feature-isolated', 'web/src/features/widgets/peek.tsx', "import '../reviews/list.tsx';\n"],
  ['slice-through-its-index', 'server/src/features/reviews/inside.ts', "import '../identity/users.ts';\n"],
  ['slice-through-its-index-from-app', 'server/src/main.ts', "import './features/identity/users.ts';\n"],
  ['slice-in-layers', 'server/src/features/unlisted/index.ts', "import '../identity/index.ts';\n"],
  ['slice-upward-identity', 'server/src/features/identity/up.ts', "import '../reviews/index.ts';\n"],
  ['server-floor-lib', 'server/src/lib/up.ts', "import '../db/client.ts';\n"],
  ['server-floor-db', 'server/src/db/up.ts', "import '../features/identity/index.ts';\n"],
  ['server-floor-connectors', 'server/src/connectors/manifest.ts', "import '../db/client.ts';\n"],
  ['registry-asked-by-few', 'server/src/features/embeds/ask.ts', "import '../../connectors/registry.ts';\n"],
  [
    'connector-behind-the-registry',
    'server/src/features/sync/one.ts',
    "import '../../connectors/google/index.ts';\n",
  ],
  ['react-knows-the-reserve-only', 'react/src/cheat.tsx', "import '../../server/src/db/client.ts';\n"],
  ['simulators-know-nobody', 'simulators/google/shapes.ts', "import '../../contract/src/reviews.ts';\n"],
  ['simulators-know-nobody', 'simulators/google/named.ts', "import '@kindling/contract/reviews';\n"],
  [
    'nobody-imports-simulators',
    'server/src/features/sync/fake.ts',
    "import '../../../../simulators/google/main.ts';\n",
  ],
  [
    'guest-client-types-only',
    'guest/src/embed/client/heavy.ts',
    "import { limit } from '../../../../contract/src/reviews.ts';\nexport const most = limit;\n",
  ],
  ['guest-client-no-packages', 'guest/src/embed/client/framework.ts', "import 'node:path';\n"],
  ['contract-knows-nobody', 'contract/src/cheat.ts', "import '../../server/src/db/client.ts';\n"],
  ['design-knows-nobody', 'design/src/cheat.ts', "import '../../server/src/db/client.ts';\n"],
  ['contract-schema-library-only', 'contract/src/heavy.ts', "import 'node:fs';\n"],
  [
    'identity-knows-locales-and-service',
    'identity/src/cheat.ts',
    "import '../../server/src/db/client.ts';\n",
  ],
  ['service-knows-nobody', 'service/src/cheat.ts', "import '../../server/src/db/client.ts';\n"],
  [
    'connector-knows-the-kit-only',
    'server/src/connectors/google/limit.ts',
    "import '../../../../service/src/limiter.ts';\n",
  ],
  ['web-knows-contract-guest-locales', 'web/src/lib/limit.ts', "import '../../../service/src/limiter.ts';\n"],
  ['production-imports-no-tests', 'server/src/db/tested.ts', "import '../testing/help.ts';\n"],
  ['no-circles', 'web/src/lib/circle-a.ts', "import './circle-b.ts';\nexport const one = 1;\n"],
  [
    'no-circles',
    'web/src/lib/type-circle-a.ts',
    "import type { Two } from './type-circle-b.ts';\nexport type One = { two: Two };\n",
  ],
  ['resolvable', 'web/src/lib/nowhere.ts', "import './not-there.ts';\n"],
  ['environment-in-config-only', 'server/src/lib/environment.ts', 'export const port = process.env.PORT;\n'],
  ['american-spelling', 'server/src/lib/spelling.ts', 'export const startAuthorisation = 1;\n'],
  [
    'american-spelling',
    'web/src/lib/spelling.ts',
    '/** The colour of a label. */\nexport const label = 1;\n',
  ],
  ['platform-name', 'server/src/features/reviews/names.ts', "export const name = 'Google';\n"],
  ['platform-name', 'web/src/features/reviews/names.tsx', "export const name = 'facebook';\n"],
  [
    'outgoing-calls-in-lib-and-kit',
    'server/src/features/sync/call.ts',
    "export const call = () => fetch('https://example.com');\n",
  ],
  [
    'no-ref-written-while-rendering',
    'web/src/features/reviews/use-latest.ts',
    "import { useRef } from 'react';\nexport function useLatest(text: string) {\n  const latest = useRef(text);\n  latest.current = text;\n  return latest;\n}\n",
  ],
  [
    'one-slice-writes-a-table',
    'server/src/features/sync/kysely.ts',
    "export const write = (db: { updateTable(table: string): void }) => db.updateTable('reviews');\n",
  ],
  [
    'one-slice-writes-a-table',
    'server/src/features/sync/raw.ts',
    "export const statement = 'delete from reviews where true';\n",
  ],
  [
    'one-slice-writes-a-table',
    'server/src/features/sync/unknown.ts',
    "export const statement = 'insert into strange_things values (1)';\n",
  ],
];
const HELPERS = {
  'server/src/testing/help.ts': 'export const help = 1;\n',
  'web/src/lib/circle-b.ts': "import { one } from './circle-a.ts';\nexport const two = one;\n",
  'web/src/lib/type-circle-b.ts':
    "import type { One } from './type-circle-a.ts';\nexport type Two = { one: One | null };\n",
};

const folders = [];

function writeTree(...trees) {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-boundaries-'));
  folders.push(folder);
  for (const [name, content] of trees.flatMap((tree) => Object.entries(tree))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  mkdirSync(join(folder, 'node_modules/@kindling'), { recursive: true });
  symlinkSync('../../contract', join(folder, 'node_modules/@kindling/contract'), 'junction');
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('a tree that breaks no rule has no violation', async () => {
  expect(await findViolations(writeTree(VALID))).toEqual([]);
});

describe('each rule fires', () => {
  let violations;
  beforeAll(async () => {
    const broken = Object.fromEntries(INVALID.map(([, name, content]) => [name, content]));
    violations = await findViolations(writeTree(VALID, broken, HELPERS));
  });

  test.each(INVALID)('%s: %s', (rule, name) => {
    const found = violations.filter(({ where }) => where.replace(/:\d+$/, '') === name);
    expect(found.map((violation) => violation.rule)).toContain(rule);
  });

  test('and reports no file that breaks none', () => {
    const blamed = new Set(violations.map(({ where }) => where.replace(/:\d+$/, '')));
    // dependency-cruiser reports both files of a cycle.
    blamed.delete('web/src/lib/circle-b.ts');
    blamed.delete('web/src/lib/type-circle-b.ts');
    expect([...blamed].sort()).toEqual([...new Set(INVALID.map(([, name]) => name))].sort());
  });
});
