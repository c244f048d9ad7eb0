// A copy of the project in which tools/adding.test.mjs adds samples (`tools/samples`) as the documents say.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { languages } from '../../locales/languages.ts';
import { root } from './paths.mjs';
import { capture, runQuietly } from './run.mjs';

/** Ignored by git and by every check, and on the file system of node_modules, whose files are linked. */
const folderOfTrees = join(root, '.cache');

/** Copies what git tracks or would track. The packages are hard links, because checks judge the real path of a package. */
export async function createTree() {
  mkdirSync(folderOfTrees, { recursive: true });
  const folder = mkdtempSync(join(folderOfTrees, 'adding-'));
  const listed = await capture('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root });
  if (listed.code !== 0) throw new Error(`git ls-files ended with ${listed.code}: ${listed.output}`);
  for (const path of listed.output.split('\0')) if (path !== '') copy(root, folder, path);
  // Without a repository of its own, tools would find this project's .gitignore, which leaves the copy out.
  await capture('git', ['init', '-q'], { cwd: folder });
  for (const packages of ['node_modules', 'server/node_modules']) {
    if (!existsSync(join(root, packages))) continue;
    await runQuietly('cp', ['-al', join(root, packages), join(folder, packages)]);
    rmSync(join(folder, packages, '.cache'), { recursive: true, force: true });
  }
  return folder;
}

export function removeTree(folder) {
  rmSync(folder, { recursive: true, force: true });
}

function copy(from, to, path, name = path) {
  if (!existsSync(join(from, path))) return;
  mkdirSync(dirname(join(to, name)), { recursive: true });
  cpSync(join(from, path), join(to, name), { recursive: true });
}

/** A folder ends with a slash. */
const pathOfCopy = ({ to }) => (extname(to) === '' ? `${to}/` : to);

/** The sample of one kind, with the path of every file it adds or changes. */
export async function readSample(kind) {
  const home = join(root, 'tools/samples', kind);
  const description = await import(join(home, 'edits.mjs'));
  const { names, edits, texts = {}, copies = [] } = description;
  const { commands = [], generated = [], generatedFrom = '' } = description;
  const files = existsSync(join(home, 'tree'))
    ? readdirSync(join(home, 'tree'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(home, 'tree').length + 1))
    : [];
  const areas = Object.keys(texts).flatMap((area) =>
    languages.map((language) => `locales/${language}/${area}.json`),
  );
  const paths = [...edits.map(({ path }) => path), ...files, ...areas, ...copies.map(pathOfCopy)];
  return {
    ...{ kind, home, names, edits, texts, copies, files },
    ...{ commands, generated, generatedFrom },
    paths: [...new Set([...paths, ...generated])],
  };
}

/** Adds the sample to the tree, but for what the place `without` covers. */
export async function addSample(folder, sample, without = null) {
  const isLeftOut = (path) => without?.covers(path) ?? false;
  for (const one of sample.copies) if (!isLeftOut(pathOfCopy(one))) copy(folder, folder, one.from, one.to);
  for (const path of sample.files) if (!isLeftOut(path)) copy(join(sample.home, 'tree'), folder, path);
  for (const edit of sample.edits) if (!isLeftOut(edit.path)) insert(folder, edit);
  for (const [area, texts] of Object.entries(sample.texts))
    for (const language of languages)
      if (!isLeftOut(`locales/${language}/${area}.json`))
        addTexts(join(folder, 'locales', language, `${area}.json`), texts);
  if (!sample.generated.some(isLeftOut)) await generate(folder, sample, without);
}

/** What the commands wrote for whole samples, by path: they take seconds. */
const written = new Map();

async function generate(folder, { commands, generated, generatedFrom }, without) {
  const isKnown = generated.every((path) => written.has(path));
  if (isKnown && !without?.place.startsWith(generatedFrom)) {
    for (const path of generated) writeFileSync(join(folder, path), written.get(path));
    return;
  }
  for (const command of commands) {
    const { code, output } = await capture(process.execPath, command, { cwd: folder });
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
  }
  if (without !== null) return;
  for (const path of generated) written.set(path, readFileSync(join(folder, path), 'utf8'));
}

/** Takes the sample out again. */
export function removeSample(folder, sample) {
  const written = [...sample.paths, ...sample.copies.map(({ to }) => to)];
  for (const path of written) {
    rmSync(join(folder, path), { recursive: true, force: true });
    copy(root, folder, path);
  }
}

/** Inserts before a text that stands once in the file, so that a sample fails when its place is gone. */
function insert(folder, { path, before, insert: text }) {
  const file = join(folder, path);
  const [head, tail, ...more] = readFileSync(file, 'utf8').split(before);
  if (tail === undefined || more.length > 0)
    throw new Error(`${path}: ${JSON.stringify(before)} does not stand there once; change the sample.`);
  writeFileSync(file, `${head}${text}${before}${tail}`);
}

function addTexts(file, texts) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify(merge(known, texts), null, 2)}\n`);
}

function merge(known, added) {
  if (typeof added === 'string') return added;
  const merged = Object.entries(added).map(([key, value]) => [key, merge(known[key] ?? {}, value)]);
  return { ...known, ...Object.fromEntries(merged) };
}

/**
 * The rows of the table “Places” of a document.
 * @param names what the parts in angle brackets stand for; others stand for any name
 * @returns {Array<{ place: string, check: string, covers: (path: string) => boolean }>}
 */
export function readPlaces(document, names) {
  const [, table = ''] = /\n## Places\n([\s\S]*?)(?=\n## |$)/.exec(document) ?? [];
  return [...table.matchAll(/^\| `([^`|]+)` +\|[^|]*\| `([^`|]+)` +\|$/gm)].map(([, place, check]) => {
    const source = place
      .split(/(<\w+>)/)
      .map((part) => (part.startsWith('<') ? (names[part.slice(1, -1)] ?? '[^/]+') : escapePattern(part)))
      .join('');
    const pattern = new RegExp(place.endsWith('/') ? `^${source}` : `^${source}$`);
    return { place, check, covers: (path) => pattern.test(path) };
  });
}

const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
