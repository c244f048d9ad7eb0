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
    'server-imports-no-front-end',
    'server/src/http/wrong-import.ts',
    "import '../../../web/src/features/reviews/list.tsx';\n",
  ],
  [
    'connector-imports-lib-and-kit-only',
    'server/src/connectors/google/store.ts',
    "import '../../db/client.ts';\n",
  ],
  [
    'connector-imports-lib-and-kit-only',
    'server/src/connectors/other/index.ts',
    "import '../google/index.ts';\n",
  ],
  [
    'web-imports-contract-design-guest-locales',
    'web/src/lib/wrong-import.ts',
    "import '../../../server/src/db/client.ts';\n",
  ],
  [
    'web-feature-imports-no-other-feature',
    'web/src/features/widgets/wrong-import.tsx',
    "import '../reviews/list.tsx';\n",
  ],
  [
    'slice-imported-through-its-index',
    'server/src/features/reviews/inside.ts',
    "import '../identity/users.ts';\n",
  ],
  [
    'slice-imported-through-its-index-by-the-app',
    'server/src/main.ts',
    "import './features/identity/users.ts';\n",
  ],
  ['slice-has-a-layer', 'server/src/features/unlisted/index.ts', "import '../identity/index.ts';\n"],
  ['lower-slices-only-identity', 'server/src/features/identity/up.ts', "import '../reviews/index.ts';\n"],
  ['lower-layers-only-lib', 'server/src/lib/up.ts', "import '../db/client.ts';\n"],
  ['lower-layers-only-db', 'server/src/db/up.ts', "import '../features/identity/index.ts';\n"],
  ['lower-layers-only-connectors', 'server/src/connectors/manifest.ts', "import '../db/client.ts';\n"],
  [
    'connectors-used-by-listed-slices-only',
    'server/src/features/embeds/wrong-import.ts',
    "import '../../connectors/registry.ts';\n",
  ],
  [
    'connector-imported-by-the-registry-only',
    'server/src/features/sync/one.ts',
    "import '../../connectors/google/index.ts';\n",
  ],
  [
    'react-imports-reserved-height-only',
    'react/src/wrong-import.tsx',
    "import '../../server/src/db/client.ts';\n",
  ],
  [
    'simulators-import-no-workspace',
    'simulators/google/shapes.ts',
    "import '../../contract/src/reviews.ts';\n",
  ],
  ['simulators-import-no-workspace', 'simulators/google/named.ts', "import '@kindling/contract/reviews';\n"],
  [
    'simulators-imported-by-tests-only',
    'server/src/features/sync/fake.ts',
    "import '../../../../simulators/google/main.ts';\n",
  ],
  [
    'guest-client-imports-types-only',
    'guest/src/embed/client/heavy.ts',
    "import { limit } from '../../../../contract/src/reviews.ts';\nexport const most = limit;\n",
  ],
  ['guest-client-imports-no-packages', 'guest/src/embed/client/framework.ts', "import 'node:path';\n"],
  [
    'contract-imports-no-workspace',
    'contract/src/wrong-import.ts',
    "import '../../server/src/db/client.ts';\n",
  ],
  ['design-imports-no-workspace', 'design/src/wrong-import.ts', "import '../../server/src/db/client.ts';\n"],
  ['contract-imports-schema-library-only', 'contract/src/heavy.ts', "import 'node:fs';\n"],
  [
    'identity-imports-design-locales-service',
    'identity/src/wrong-import.ts',
    "import '../../server/src/db/client.ts';\n",
  ],
  [
    'service-imports-no-workspace',
    'service/src/wrong-import.ts',
    "import '../../server/src/db/client.ts';\n",
  ],
  [
    'connector-imports-lib-and-kit-only',
    'server/src/connectors/google/limit.ts',
    "import '../../../../service/src/limiter.ts';\n",
  ],
  [
    'web-imports-contract-design-guest-locales',
    'web/src/lib/limit.ts',
    "import '../../../service/src/limiter.ts';\n",
  ],
  ['production-imports-no-tests', 'server/src/db/tested.ts', "import '../testing/help.ts';\n"],
  ['no-import-cycles', 'web/src/lib/cycle-a.ts', "import './cycle-b.ts';\nexport const one = 1;\n"],
  [
    'no-import-cycles',
    'web/src/lib/type-cycle-a.ts',
    "import type { Two } from './type-cycle-b.ts';\nexport type One = { two: Two };\n",
  ],
  ['imports-have-targets', 'web/src/lib/nowhere.ts', "import './not-there.ts';\n"],
  ['environment-in-config-only', 'server/src/lib/environment.ts', 'export const port = process.env.PORT;\n'],
  [
    'intl-by-language-tag',
    'web/src/features/reviews/list.ts',
    'export const list = (language: string) => new Intl.ListFormat(language);\n',
  ],
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
    'server/src/features/sync/pages.ts',
    "export const write = (deletePages: (db: unknown, table: string) => void, deps: { db: unknown }) => deletePages(deps.db, 'reviews');\n",
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
  'web/src/lib/cycle-b.ts': "import { one } from './cycle-a.ts';\nexport const two = one;\n",
  'web/src/lib/type-cycle-b.ts':
    "import type { One } from './type-cycle-a.ts';\nexport type Two = { one: One | null };\n",
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
    blamed.delete('web/src/lib/cycle-b.ts');
    blamed.delete('web/src/lib/type-cycle-b.ts');
    expect([...blamed].sort()).toEqual([...new Set(INVALID.map(([, name]) => name))].sort());
  });
});
