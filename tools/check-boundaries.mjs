// `npm run check:boundaries`: which code may import what. .dependency-cruiser.cjs checks imports; lib/text-boundaries.mjs
// checks what imports cannot show (platform names, environment, outgoing calls, who writes a table, spelling).
// `--fixture <folder>` checks another tree with the same layout.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { capture } from './lib/run.mjs';
import { textViolations } from './lib/text-boundaries.mjs';

const WORKSPACES = [
  'contract',
  'design',
  'locales',
  'service',
  'guest',
  'identity',
  'server',
  'web',
  'react',
  'simulators',
  'e2e',
];
const CRUISER = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/**
 * Checks the tree under `folder`.
 * @returns {Promise<Array<{ rule: string, where: string, what: string }>>} empty when all rules are kept
 */
export async function findViolations(folder = root) {
  return [...(await importViolations(folder)), ...textViolations(folder)];
}

async function importViolations(folder) {
  const present = WORKSPACES.filter((name) => existsSync(join(folder, name)));
  const config = join(root, '.dependency-cruiser.cjs');
  const args = [CRUISER, '--config', config, '--output-type', 'json', ...present];
  const { code, output } = await capture(process.execPath, args, { cwd: folder });
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    throw new Error(`dependency-cruiser ended with ${code} and no report:\n${output.slice(0, 2_000)}`);
  }
  return report.summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    where: from,
    what: `imports ${cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> ')}`,
  }));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const fixture = process.argv.indexOf('--fixture');
  const folder = fixture === -1 ? root : resolve(process.argv[fixture + 1] ?? '.');
  const violations = await findViolations(folder);
  for (const { rule, where, what } of violations) console.error(`${where}: ${what} [${rule}]`);
  console.log(violations.length === 0 ? 'Boundaries: kept.' : `Boundaries: ${violations.length} broken.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
