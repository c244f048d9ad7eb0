import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

const folder = join(root, 'docs/monitoring');
const read = (name) => readFileSync(join(folder, name), 'utf8');
const alerts = [...read('alerts.yml').matchAll(/^ {6}- alert: (\S+)$/gm)].map(([, name]) => name);
const expressions = () => JSON.parse(read('dashboard.json')).panels.flatMap(({ targets = [] }) => targets);

/** Debian's package `prometheus` has it; the result is undefined elsewhere. */
function promtool(...args) {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8', cwd: folder });
  return error?.code === 'ENOENT' ? undefined : { status, text: `${stdout}${stderr}` };
}

test('the dashboard is one that Grafana reads: its panels have ids, places and queries of their own', () => {
  const { panels, uid, schemaVersion } = JSON.parse(read('dashboard.json'));
  expect([uid, typeof schemaVersion]).toEqual(['kindling', 'number']);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
  for (const { title, type, gridPos, targets } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    if (type !== 'row') expect(targets.length, title).toBeGreaterThan(0);
  }
});

test('each alert rule has a severity, says what to do, and fires in the tests of the rules', () => {
  expect(alerts.length).toBeGreaterThan(12);
  expect(new Set(alerts).size).toBe(alerts.length);
  const rules = read('alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1);
  for (const rule of rules) {
    expect(rule).toMatch(/severity: (critical|warning) /);
    expect(rule).toMatch(/summary: "/);
    expect(rule).toMatch(/action: "/);
  }
  const tests = read('alerts.test.yml');
  expect(alerts.filter((name) => !tests.includes(`alertname="${name}"`))).toEqual([]);
});

test('Prometheus accepts the rules and their tests, and the queries of the dashboard', (context) => {
  const checked = promtool('check', 'rules', 'alerts.yml');
  if (checked === undefined) {
    context.annotate('promtool is not on this machine: the syntax of rules and queries was not checked.');
    return;
  }
  expect(checked.status, checked.text).toBe(0);
  const tested = promtool('test', 'rules', 'alerts.test.yml');
  expect(tested.status, tested.text).toBe(0);
  const rules = expressions().map(({ expr }, number) => ({
    record: `panel:query${number}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  const scratch = mkdtempSync(join(tmpdir(), 'kindling-rules-'));
  try {
    // JSON is YAML.
    writeFileSync(join(scratch, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const queries = promtool('check', 'rules', join(scratch, 'rules.yml'));
    expect(queries.status, queries.text).toBe(0);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
