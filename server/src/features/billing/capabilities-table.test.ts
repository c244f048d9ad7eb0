import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capabilities } from './entitlements.ts';

/** The table of docs/billing.md, as the code says it. */
function printTable(): string {
  const cell = (days: number | 'always', after: number) => (days === 'always' || after < days ? 'yes' : '-');
  const rows = Object.entries(capabilities).map(([name, days]) => [
    `\`${name}\``,
    'yes',
    cell(days, 0),
    cell(days, 14),
  ]);
  const head = [
    'capability',
    'trial, active, past due, canceled until its end, free',
    'ended, the first 14 days',
    'ended, later',
  ];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}

test('docs/billing.md has the table of capabilities as the code says it', () => {
  const text = readFileSync(new URL('../../../../docs/billing.md', import.meta.url), 'utf8');
  expect(text).toContain(`<!-- capabilities -->\n\n${printTable()}\n`);
});
