import { execFileSync } from 'node:child_process';
import type { Span } from '@kindling/service/span';
import { withWork } from '@kindling/service/work-context';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

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

test('one JSON object per line on standard error; only known fields are written; no line can be forged', () => {
  const { out, lines } = logged(`
    const log = createLog('info');
    log.info({ request: { authorization: 'Bearer hunter2', cookie: 'hunter2' } }, 'one');
    log.warn({ tokens: 'hunter2', reason: { text: 'hunter2' }, attempts: 3 }, 'two');
    log.error({ body: 'hunter2', ['{"level":60,"msg":"forged"}\\n']: 1 }, 'three');
    log.info({ path: '/x\\n{"level":60,"msg":"forged"}', reason: 'a\\u2028b\\u0000c\\u001b[2J' }, 'four\\r\\nforged');
    log.debug('not at this level');`);
  expect(out).toBe('');
  expect(lines).toHaveLength(4);
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.map(({ msg }) => msg)).toEqual(['one', 'two', 'three', 'four\r\nforged']);
  expect(lines.join('')).not.toContain('hunter2');
  expect(parsed[0]).toMatchObject({ leftOut: ['request'] });
  expect(parsed[1]).toMatchObject({ leftOut: ['tokens'], reason: '[left out]', attempts: 3 });
  expect(parsed.map(({ level }) => level)).toEqual([30, 40, 50, 30]);
  // Nothing that a terminal would run or a reader of lines would split.
  expect(lines.every((line) => !/\p{Cc}/u.test(line))).toBe(true);
});

test('a line says to which request, job and trace it belongs', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) } as Span;
  const job = { name: 'mail.deliver', id: 'job-1' };
  log.info('alone');
  withWork({ request: { id: 'r-1', network: () => '', route: null }, job: null, span: null }, () => {
    log.info({ id: 'x' }, 'in a request');
    log.info({ requestId: 'r-2' }, 'about another one');
    withWork({ request: null, job, span }, () => log.warn('in a job'));
  });
  expect(lines.map(({ level: _level, time: _time, ...fields }) => fields)).toEqual([
    { msg: 'alone' },
    { requestId: 'r-1', id: 'x', msg: 'in a request' },
    { requestId: 'r-2', msg: 'about another one' },
    { job: 'mail.deliver', jobId: 'job-1', traceId: span.traceId, spanId: span.spanId, msg: 'in a job' },
  ]);
});

test('addresses, tokens and quoted texts are taken out of values and errors; networks are shortened', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const review = 'The soup was cold and the waiter laughed about my grandmother';
  const cause = Object.assign(new Error(`cannot mail ann@example.com`), { response: review });
  const error = Object.assign(new Error(`refused "${review}" at https://x.example/a?code=hush`, { cause }), {
    code: 'EENVELOPE',
    request: { body: review },
  });
  log.error({ err: error, reason: 'Bearer hush for ann@example.com', network: '203.0.113.77' }, 'one');
  log.warn({ network: '2001:db8:1:2::/64', url: 'https://id.example/keys?token=hush' }, 'two');
  log.warn({ err: { message: review } }, 'three');
  const text = lines.join('');
  for (const canary of ['ann@example', 'hush', 'grandmother', '203.0.113.77', '2001:db8:1:2'])
    expect(text).not.toContain(canary);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    network: '203.0.113.0/24',
    err: { type: 'Error', code: 'EENVELOPE', cause: { message: 'cannot mail [e-mail]' } },
  });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    network: '2001:db8:1::/48',
    url: 'https://id.example/keys',
  });
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
