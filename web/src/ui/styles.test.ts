import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');
const sheets = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');

test('each component of Mantine in use has its style sheet', () => {
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const lists = [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].map(
    ([, list = '']) => list,
  );
  const names = new Set(lists.flatMap((list) => list.split(',').map((name) => name.trim())));
  const needed = [...names].filter((name) => existsSync(join(sheets, `${name}.css`)));
  expect(needed).toContain('Button');
  expect(needed.filter((name) => !source.includes(`'@mantine/core/styles/${name}.css'`))).toEqual([]);
});
