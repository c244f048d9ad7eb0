import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CODE = /\.(tsx?|mjs|css|sql)$/;
const TESTS = /\.test\.tsx?$|^[a-z]+\/src\/testing\//;
/** The slice that owns a table, by the table's name. */
const owners = await readOwners();

const connectorsFolder = fileURLToPath(new URL('../../server/src/connectors/', import.meta.url));
/** Names of connectors, and so of platforms; the longer first, so that a message quotes the whole name. */
const connectorNames = readdirSync(connectorsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map(({ name }) => name)
  .sort((a, b) => b.length - a.length);

/** The files that may name a platform; all other code must work for the next platform too. */
const PLATFORM_NAME_FILES = {
  contract: /^contract\/src\/platforms\.ts$/,
  guest: /^guest\/src\/kit\/source-mark\.tsx$/,
  server: /^server\/src\/(connectors\/(?!kit\/)[^/]+\/|connectors\/registry\.ts$)|demo[^/]*\.ts$/,
  web: /^web\/src\/(features\/connections\/platforms|ui\/platform-setup|site)\//,
};

const RULES = [
  {
    rule: 'platform-name',
    applies: (name) => {
      const home = PLATFORM_NAME_FILES[name.split('/')[0]];
      return home !== undefined && name.includes('/src/') && !home.test(name);
    },
    pattern: new RegExp(connectorNames.join('|'), 'gi'),
    // A comment may name the source of a fact.
    inComment: (text, index) => /^\s*(\/\/|\/?\*|--)/.test(text.slice(text.lastIndexOf('\n', index) + 1)),
    says: ([word]) => `names a platform ("${word}")`,
  },
  {
    rule: 'environment-in-config-only',
    applies: (name) =>
      /^(contract|design|service|guest|identity|server|web)\/src\//.test(name) &&
      !name.startsWith('server/src/config/'),
    pattern: /process\.env\b/g,
    says: () => 'reads process.env; only server/src/config does',
  },
  {
    rule: 'outgoing-calls-in-lib-and-kit',
    applies: (name) => name.startsWith('server/src/') && !/^server\/src\/(lib|connectors\/kit)\//.test(name),
    pattern: /(?<![\w.$])fetch\s*\(|globalThis\.fetch\b|\bhttps?\.(request|get)\s*\(/g,
    says: ([call]) => `calls out by itself (${call.trim()}...); use the safe fetch of lib`,
  },
  {
    rule: 'no-ref-written-while-rendering',
    applies: (name) => name.startsWith('web/src/'),
    // The formatter indents the body of a component or hook by two spaces, and callbacks by more.
    pattern: /^ {2}(\w+)\.current = /gm,
    says: ([, ref]) => `writes the ref "${ref}" while rendering; write it in an effect`,
  },
  {
    rule: 'intl-by-language-tag',
    applies: (name) => name.startsWith('web/src/'),
    // The code of a language is no tag: Intl would write our Serbian with Cyrillic letters.
    pattern: /new Intl\.(\w+)\(\[?(?:i18n\.)?language\b/g,
    says: ([, format]) => `gives Intl.${format} the code of a language; use lib/i18n/formats.ts or its tag`,
  },
  {
    rule: 'american-spelling',
    // Applied migrations never change.
    applies: (name) => !name.startsWith('server/src/db/migrations/'),
    // Operators have entered the address that ends with /deauthorise at a platform.
    pattern:
      /\b\w*?(?:(?<!\/de)authoris|(?:custom|initial|normal|optim|organ|recogn|serial|summar|synchron)is(?:e|ing|ation)|behaviour|cancell(?:ed|ing)|catalogue|centre|colour|favour|labelled(?!by)|neighbour)\w*/gi,
    says: ([word]) => `spells "${word}" the British way`,
  },
];

/** Checks the rules that imports cannot show. @returns violations in the shape of `findViolations` */
export function textViolations(folder) {
  const violations = [];
  for (const workspace of ['contract', 'design', 'service', 'guest', 'identity', 'server', 'web', 'react']) {
    for (const path of walk(join(folder, workspace))) {
      const name = relative(folder, path).split(sep).join('/');
      if (!CODE.test(name) || TESTS.test(name) || name.endsWith('.gen.ts')) continue;
      const text = readFileSync(path, 'utf8');
      for (const { rule, applies, pattern, says, inComment } of RULES) {
        if (!applies(name)) continue;
        for (const match of text.matchAll(pattern)) {
          if (inComment?.(text, match.index)) continue;
          violations.push({ rule, where: `${name}:${lineOf(text, match.index)}`, what: says(match) });
        }
      }
      violations.push(...tableViolations(name, text));
    }
  }
  return violations;
}

const WRITES = [
  /\bdeletePages\(\s*\w+(?:\.\w+)*,\s*['"`]([\w.]+)/g,
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`]([\w.]+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?([\w.]+)"?/gi,
  /\bupdate\s+"?([\w.]+)"?\s+(?:as\s+)?(?:\w+\s+)?set\b/gi,
];

/** One slice writes a table, and the events have their own; migrations and the commands that move whole databases are exempt. */
function tableViolations(name, text) {
  if (!/^server\/src\/.*\.tsx?$/.test(name) || /^server\/src\/(db|commands)\//.test(name)) return [];
  const slice = /^server\/src\/(?:features\/)?([^/]+)\//.exec(name)?.[1] ?? 'no slice';
  return WRITES.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap((match) => {
    const table = match[1].split('.').at(-1);
    const owner = owners[table];
    if (owner === slice) return [];
    const what =
      owner === undefined
        ? `writes table "${table}", which no tables.ts of a slice names`
        : `writes table "${table}", which belongs to ${owner}`;
    return [{ rule: 'one-slice-writes-a-table', where: `${name}:${lineOf(text, match.index)}`, what }];
  });
}

/** From `tables.ts` of each slice and of the events; the start of the program refuses a table with two owners. */
async function readOwners() {
  const features = fileURLToPath(new URL('../../server/src/features/', import.meta.url));
  const files = [
    ...readdirSync(features).map((slice) => ({ slice, file: join(features, slice, 'tables.ts') })),
    { slice: 'events', file: join(features, '../events/tables.ts') },
  ].filter(({ file }) => existsSync(file));
  const owned = await Promise.all(
    files.map(async ({ slice, file }) => {
      const { tables } = await import(pathToFileURL(file).href);
      return [...tables.account.map(({ table }) => table), ...tables.other].map((table) => [table, slice]);
    }),
  );
  return Object.fromEntries(owned.flat());
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

function* walk(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}
