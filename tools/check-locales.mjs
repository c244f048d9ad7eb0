// `npm run check:locales`: every area is complete in all languages, with the same keys, placeholders and plural forms;
// every text that the code uses exists, every text is used, every count has the separators of its language, and the
// type checker knows every area (some file imports its English file). Keys put together at run time are declared beside
// the code that does so: `// locale-keys: errors.*`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { languageFacts, languages } from '../locales/languages.ts';
import { root as project } from './lib/paths.mjs';

// `--fixture <folder>` checks another tree with the same layout.
const fixture = process.argv.indexOf('--fixture');
const root = fixture === -1 ? project : resolve(process.argv[fixture + 1] ?? '.');
const SOURCE = 'en';
const USERS = ['web/src', 'guest/src', 'server/src', 'identity/src', 'locales'];
const PLURAL = /_(?:ordinal_)?(zero|one|two|few|many|other)$/;

/** All texts of an area as { 'a.b.c': text }, or undefined when the language has no such file. */
function readArea(language, area) {
  const path = join(root, 'locales', language, `${area}.json`);
  return existsSync(path) ? flatten(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

function flatten(value, prefix = '') {
  if (typeof value === 'string') return { [prefix]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(inner, prefix === '' ? key : `${prefix}.${key}`)),
  );
}

const baseOf = (key) => key.replace(PLURAL, '');
const basesOf = (texts) => new Set(Object.keys(texts).map(baseOf));

/** The names in {{curly}} braces, without formats, in alphabetical order. */
function placeholders(text) {
  return [...text.matchAll(/\{\{\s*-?\s*(\w+)[^{}]*\}\}/g)].map((match) => match[1]).sort();
}

/** Differences between one language's area and English. */
function compareArea(language, area, english, texts) {
  const where = `locales/${language}/${area}.json`;
  if (texts === undefined) return [`${where} is missing`];
  const faults = [];
  const [wanted, present] = [basesOf(english), basesOf(texts)];
  for (const key of wanted) if (!present.has(key)) faults.push(`${where}: "${key}" is missing`);
  for (const key of present) if (!wanted.has(key)) faults.push(`${where}: "${key}" is not in English`);
  return [...faults, ...pluralFaults(where, language, texts), ...placeholderFaults(where, english, texts)];
}

/** A text with plural forms has every form that its language needs. */
function pluralFaults(where, language, texts) {
  const needed = new Intl.PluralRules(languageFacts[language].tag).resolvedOptions().pluralCategories;
  // Some languages have a form for millions and fractions only, which the general form covers.
  const categories = needed.filter((category) => category !== 'many');
  const bases = new Set(
    Object.keys(texts)
      .filter((key) => PLURAL.test(key) && !key.includes('_ordinal_'))
      .map(baseOf),
  );
  return [...bases].flatMap((base) =>
    categories
      .filter((category) => texts[`${base}_${category}`] === undefined)
      .map((category) => `${where}: "${base}" lacks its plural form "${category}"`),
  );
}

/** A translation uses the placeholders of English; a plural form may leave one out ("one review"). */
function placeholderFaults(where, english, texts) {
  const originals = Map.groupBy(Object.keys(english), baseOf);
  return Object.entries(texts).flatMap(([key, text]) => {
    const names = originals.get(baseOf(key));
    if (names === undefined) return [];
    const wanted = [...new Set(names.flatMap((name) => placeholders(english[name])))].sort();
    const used = [...new Set(placeholders(text))];
    const strange = used.filter((name) => !wanted.includes(name));
    const missing = PLURAL.test(key) ? [] : wanted.filter((name) => !used.includes(name));
    return [
      ...strange.map((name) => `${where}: "${key}" uses {{${name}}}, which English does not`),
      ...missing.map((name) => `${where}: "${key}" lacks {{${name}}}`),
    ];
  });
}

/** What the code uses: its text, the keys passed to t(), and the declared prefixes. */
function readUsage() {
  const usage = { sources: [], asked: [], prefixes: [] };
  for (const folder of USERS) {
    const base = join(root, folder);
    if (!existsSync(base)) continue;
    for (const name of readdirSync(base, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
      const text = readFileSync(join(base, name), 'utf8');
      usage.sources.push(text);
      for (const match of text.matchAll(/locale-keys:\s*([^\n*]*\*)/g)) {
        for (const prefix of match[1].split(/[\s,]+/)) usage.prefixes.push(prefix.replace(/\*$/, ''));
      }
      if (folder !== 'web/src') continue;
      for (const match of text.matchAll(/(?<![\w.`])t\(\s*(['"`])([\w:.-]+)\1|i18nKey=["']([\w:.-]+)["']/g)) {
        usage.asked.push({ key: match[2] ?? match[3], where: `${folder}/${name}` });
      }
    }
  }
  return usage;
}

/** An area is typed when some file imports it: then a wrong key does not compile. */
function untypedFaults(areas, code) {
  return areas
    .filter((area) => !code.includes(`/en/${area}.json'`))
    .map((area) => `locales/${SOURCE}/${area}.json: no code imports it, so its keys are not typed`);
}

/** Areas whose texts are read by t(). */
const areasOf = ({ asked }) =>
  new Set(asked.map(({ key }) => (key.includes(':') ? key.split(':')[0] : 'app')));

function usageFaults(english, usage) {
  const { sources, asked, prefixes } = usage;
  const code = sources.join('\n');
  const quoted = new Set(Array.from(code.matchAll(/(?=(['"`])([\w:.-]+)\1)/g), ([, , name]) => name));
  const words = new Set(code.match(/[\w-]+/g));
  const keyed = areasOf(usage);
  const known = new Set(
    Object.entries(english).flatMap(([area, texts]) =>
      [...basesOf(texts)].flatMap((key) => [key, `${area}:${key}`]),
    ),
  );
  const faults = asked
    .filter(({ key }) => !known.has(key))
    .map(({ key, where }) => `${where}: t('${key}') has no English text`);
  for (const [area, texts] of Object.entries(english)) {
    // Areas without t() are read as properties: each part of the key must at least occur somewhere.
    const isUsed = keyed.has(area)
      ? (key) => quoted.has(key) || quoted.has(`${area}:${key}`)
      : (key) => key.split('.').every((part) => words.has(part));
    for (const key of basesOf(texts)) {
      // A declared prefix starts with its area: `app.nav.*`.
      const declared = prefixes.some((prefix) => prefix !== '' && `${area}.${key}`.startsWith(prefix));
      if (!declared && !isUsed(key))
        faults.push(`locales/${SOURCE}/${area}.json: "${key}" is asked for nowhere`);
    }
  }
  return [...faults, ...untypedFaults(Object.keys(english), code)];
}

/**
 * `t()` prints a number without separators unless the text requests them; the functions for other areas add them
 * themselves.
 */
function countFaults(language, area, texts) {
  return Object.entries(texts)
    .filter(([, text]) => /\{\{\s*count\s*\}\}/.test(text))
    .map(
      ([key]) => `locales/${language}/${area}.json: "${key}" prints {{count}} instead of {{count, number}}`,
    );
}

/** A folder without a line in `locales/languages.ts` is a language that nobody sees; `locales/glossary/` is no language. */
function unlistedFaults() {
  return readdirSync(join(root, 'locales'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && ![...languages, 'glossary'].includes(entry.name))
    .map(({ name }) => `locales/${name}/: locales/languages.ts does not list it`);
}

const areas = readdirSync(join(root, 'locales', SOURCE))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));
const english = Object.fromEntries(areas.map((area) => [area, readArea(SOURCE, area)]));
const usage = readUsage();
const translated = areasOf(usage);
const faults = [
  ...unlistedFaults(),
  ...languages.flatMap((language) =>
    areas.flatMap((area) => {
      const texts = readArea(language, area);
      return [
        ...compareArea(language, area, english[area], texts),
        ...(translated.has(area) && texts !== undefined ? countFaults(language, area, texts) : []),
      ];
    }),
  ),
  ...usageFaults(english, usage),
];
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'Locales: complete.' : `Locales: ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
