import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

/** Files that programs create; a fresh checkout does not have them. */
const GENERATED = /^(artifacts|dist|data|node_modules|\.node|\.cache)(\/|$)/;
/** A path with a placeholder, or a pattern. */
const PATTERN = /[<>*{}…]|NNNN/;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'identity/README.md',
  'react/README.md',
  'simulators/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const text = (name) => readFileSync(join(root, name), 'utf8');

/** Every wrong statement of the documents, as `document: what`. */
function findProblems(find) {
  return documents.flatMap((name) => find(text(name), name).map((what) => `${name}: ${what}`));
}

test('there are documents to check', () => {
  expect(documents).toContain('docs/ARCHITECTURE.md');
});

test('every relative link has a target', () => {
  const dead = findProblems((content, name) =>
    [...content.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(name), target))),
  );
  expect(dead).toEqual([]);
});

test('every named path of the project exists', () => {
  const dead = findProblems((content) =>
    [...content.matchAll(/`([\w.][\w./-]*\/[\w./-]*)`/g)]
      .map(([, path]) => path.replace(/\/$/, ''))
      .filter((path) => folders.includes(path.split('/')[0]) && !GENERATED.test(path) && !PATTERN.test(path))
      .filter((path) => !existsSync(join(root, path))),
  );
  expect(dead).toEqual([]);
});

test('every named npm script and command exists', () => {
  const { scripts } = JSON.parse(text('package.json'));
  const commands = text('server/src/commands/run-command.ts');
  const benches = text('bench/run.mjs');
  const steps = text('tools/lib/test-program.mjs');
  const dead = findProblems((content) => [
    ...[...content.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name).filter((name) => !scripts[name]),
    ...[...content.matchAll(/npm start -- ([a-z][\w-]*)/g)]
      .map(([, name]) => name)
      .filter((name) => !commands.includes(`'${name}'`)),
    ...[...content.matchAll(/npm run bench -- ([a-z]+)/g)]
      .map(([, name]) => name)
      .filter((name) => !benches.includes(`${name}: '`)),
    ...[...content.matchAll(/npm test -- --only ([a-z,]+)/g)]
      .flatMap(([, names]) => names.split(','))
      .filter((name) => !new RegExp(`^  ${name}:`, 'm').test(steps)),
  ]);
  expect(dead).toEqual([]);
});

test('every decision has a date, a unique number and its three parts', () => {
  const names = readdirSync(join(root, 'docs/decisions'));
  const wrong = names.filter((name) => {
    const content = readFileSync(join(root, 'docs/decisions', name), 'utf8');
    const parts = ['## Context', '## Decision', '## Consequences'];
    const named = /^\d{4}-[a-z0-9-]+\.md$/.test(name) && /^Date: \d{4}-\d{2}-\d{2}$/m.test(content);
    return !named || parts.some((part) => !content.includes(part));
  });
  expect(wrong).toEqual([]);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

test('docs/ARCHITECTURE.md has a row for every job', () => {
  const sources = readdirSync(join(root, 'server/src/features'), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => text(join('server/src/features', name)));
  const jobs = sources.flatMap((source) =>
    [...source.matchAll(/defineJob\(\{\s*name: '([^']+)'/g)].map(([, name]) => name),
  );
  // Each subscriber is a job of its own.
  const subscribers = sources.flatMap((source) =>
    [...source.matchAll(/: SubscriberDefinition = \{\s*name: '([^']+)'/g)].map(
      ([, name]) => `events.${name}`,
    ),
  );
  const declared = sources.flatMap((source) => [...source.matchAll(/\bsubscribers: \[(\w[^\]]*)\]/g)]);
  expect(jobs.length).toBeGreaterThan(15);
  expect(subscribers).toHaveLength(declared.flatMap(([, names]) => names.split(',')).length);
  const architecture = text('docs/ARCHITECTURE.md');
  expect([...jobs, ...subscribers].filter((name) => !architecture.includes(`| \`${name}\` `))).toEqual([]);
});

describe('docs/glossary.md', () => {
  const words = text('docs/glossary.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((row) => row.length === 7 && row[1] !== 'word' && !row[1].startsWith('-'));
  const namesIn = (column) =>
    words.flatMap((row) => [...row[column].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const database =
    /^export interface DB \{$([\s\S]*?)^\}/m.exec(text('server/src/db/types.gen.ts'))?.[1] ?? '';
  const tables = [...database.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);

  test('every table of the product is in the glossary, and every named table exists', () => {
    const named = namesIn(3);
    expect(tables.length).toBeGreaterThan(20);
    const identityTables = text('identity/src/migrations.ts');
    expect(tables.filter((name) => !named.includes(name))).toEqual([]);
    const unknown = named.filter(
      (name) => !tables.includes(name) && !identityTables.includes(`CREATE TABLE ${name} (`),
    );
    expect(unknown).toEqual([]);
  });

  test('every named type is exported', () => {
    const sources = [
      ...readdirSync(join(root, 'contract/src')).map((name) => `contract/src/${name}`),
      'identity/src/index.ts',
      'server/src/connectors/connector.ts',
    ].map(text);
    const isExported = (name) =>
      sources.some((source) => new RegExp(`^export (type|interface) ${name}\\b`, 'm').test(source));
    const named = namesIn(4);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !isExported(name))).toEqual([]);
  });

  test('every named screen exists', () => {
    const screens = text('contract/src/screens.ts');
    const named = namesIn(5);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !screens.includes(`path: '${path}'`))).toEqual([]);
  });
});

describe('docs/asvs.md', () => {
  const cells = text('docs/asvs.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, rows]) => /^\d+\.\d+\.\d+/.test(rows ?? ''));

  test('each row of the standard is in one table, once', () => {
    const rows = cells.flatMap(([, named]) => named.split(', '));
    expect(rows.filter((row) => !/^\d+\.\d+\.\d+$/.test(row))).toEqual([]);
    expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([]);
    // Levels 1 and 2 of version 5.0.0: 70 and 183.
    expect(rows).toHaveLength(253);
  });

  test('each named test exists under its title', () => {
    const named = cells
      .filter((row) => row.length === 5)
      .map(([, rows, , proof]) => [rows, ...(/^`([^`]+)`, "(.+)"$/.exec(proof)?.slice(1, 3) ?? [])]);
    expect(named.length).toBeGreaterThan(50);
    const untrue = named.filter(
      ([, file, title]) => file === undefined || !existsSync(join(root, file)) || !text(file).includes(title),
    );
    expect(untrue).toEqual([]);
  });
});
