import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs the code in a child process, because the log writes to the standard error of its process. */
function logged(code: string): { out: string; lines: string[] } {
  const script = `import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}; ${code}`;
  const all = execFileSync(
    'sh',
    ['-c', '"$0" --input-type=module -e "$1" 2>&1 1>/dev/null', process.execPath, script],
    { encoding: 'utf8' },
  );
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { out, lines: all.split('\n').filter((line) => line.startsWith('{')) };
}

test('one JSON object per line on standard error; fields that could hold a token are redacted; no line can be forged', () => {
  const { out, lines } = logged(`
    const log = createLog('info');
    log.info({ request: { authorization: 'Bearer hunter2', cookie: 'hunter2' } }, 'one');
    log.warn({ tokens: { accessToken: 'hunter2', refreshToken: 'hunter2', token: 'hunter2' } }, 'two');
    log.error({ body: { password: 'hunter2' } }, 'three');
    log.info({ path: '/x\\n{"level":60,"msg":"forged"}' }, 'four\\r\\nforged');
    log.debug('not at this level');`);
  expect(out).toBe('');
  expect(lines).toHaveLength(4);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'one',
    'two',
    'three',
    'four\r\nforged',
  ]);
  expect(lines.join('')).not.toContain('hunter2');
  expect(lines[0]).toContain('[cut]');
});

test('a database error is logged without the row that it quotes', () => {
  const { lines } = logged(`
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505', detail: 'Key (email)=(hunter2) already exists.', where: 'JSON data, line 1: hunter2',
    });
    const log = createLog('info');
    log.error({ err: error }, 'one');
    log.error({ err: 'only words' }, 'two');`);
  expect(lines.join('')).not.toContain('hunter2');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'duplicate key', code: '23505' } });
  expect((JSON.parse(lines[0] ?? '') as { err: { stack: string } }).err.stack).toContain('duplicate key');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: 'only words' });
});
