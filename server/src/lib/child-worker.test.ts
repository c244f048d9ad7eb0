/** What the caller gets, and what is logged, when the child process dies, hangs or exhausts its memory. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { type ChildWorker, createChildWorker } from './child-worker.ts';

/** A program that does what the message says and answers with its process id. */
const program = `process.on('message', (message) => {
  if (message === 'hang') return;
  if (message === 'spin') for (;;);
  if (message === 'throw') throw new Error('a text of the file');
  if (message === 'fill') for (const kept = []; ; ) kept.push(Array.from({ length: 1_000 }, Math.random));
  process.send(process.pid);
});`;

let folder: string;
let worker: ChildWorker;
let logged: { program: string; code?: number | null; signal?: string | null }[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kindling-child-'));
  await writeFile(path.join(folder, 'obedient.js'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => worker.close());

function create(options: { cpuLimitMs?: number; program?: string } = {}): ChildWorker {
  logged = [];
  const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  worker = createChildWorker({
    from: pathToFileURL(path.join(folder, 'caller.js')).href,
    program: 'obedient',
    heapMegabytes: 32,
    cpuLimitMs: 60_000,
    log,
    ...options,
  });
  return worker;
}

const pidOf = async () => (await worker.run('pid')) as number;
/** Asks the kernel whether the process has ended or is a zombie. */
const isGone = (pid: number) => !existsSync(`/proc/${pid}/fd/0`);

test('a process killed while idle is replaced, and its exit is logged', async () => {
  create();
  const first = await pidOf();
  process.kill(first, 'SIGKILL');
  await eventually(() => expect(logged).toMatchObject([{ program: 'obedient', signal: 'SIGKILL' }]));
  expect(await pidOf()).not.toBe(first);
});

test('a message to a dead process is sent to a new one', async () => {
  create();
  const first = await pidOf();
  process.kill(first, 'SIGKILL');
  // Without a pause, so that the exit event has not arrived yet.
  expect(await pidOf()).not.toBe(first);
  expect(logged).toHaveLength(1);
});

describe('a process that ends during a message', () => {
  test.each([
    ['throw', 'ended', { code: 1, signal: null }],
    ['fill', 'out-of-memory', { code: null, signal: 'SIGABRT' }],
  ])('%s: the caller gets "%s"', async (message, reason, line) => {
    create();
    await expect(worker.run(message)).rejects.toMatchObject({ reason });
    expect(logged).toMatchObject([{ program: 'obedient', ...line }]);
    expect(JSON.stringify(logged)).not.toContain('a text of the file');
    expect(await pidOf()).toBeGreaterThan(0);
  });

  test.each([
    ['works for ever', 'spin', 1_000],
    ['waits for ever', 'hang', 1_000],
  ])('timeout: a process that %s is killed', async (_name, message, cpuLimitMs) => {
    create({ cpuLimitMs });
    const first = await pidOf();
    await expect(worker.run(message)).rejects.toMatchObject({ reason: 'timeout' });
    await eventually(() => expect(isGone(first)).toBe(true));
    expect(logged).toMatchObject([{ program: 'obedient', cpuLimitMs }]);
  });

  test.runIf(process.platform === 'linux')('time without a core does not count', async () => {
    create({ cpuLimitMs: 1_000 });
    const pid = await pidOf();
    process.kill(pid, 'SIGSTOP');
    const answer = worker.run('pid');
    await setTimeout(1_500);
    process.kill(pid, 'SIGCONT');
    expect(await answer).toBe(pid);
  });

  test('a message that crashes every process is tried twice and no more', async () => {
    create();
    await pidOf();
    await expect(worker.run('throw')).rejects.toMatchObject({ reason: 'ended' });
    expect(logged).toHaveLength(2);
  });
});

test('a missing program, as after an incomplete build', async () => {
  create({ program: 'nowhere' });
  await expect(worker.run('pid')).rejects.toMatchObject({ reason: 'ended' });
  expect(logged).toMatchObject([{ program: 'nowhere', code: 1 }]);
});

test('a message that waits when it is closed starts no process', async () => {
  create();
  const pid = await pidOf();
  const answers = [worker.run('hang'), worker.run('pid')];
  for (const answer of answers) answer.catch(() => undefined);
  await Promise.resolve();
  worker.close();
  for (const answer of answers) await expect(answer).rejects.toMatchObject({ reason: 'ended' });
  await eventually(() => expect(isGone(pid)).toBe(true));
});

test('close ends the running message without a log line', async () => {
  create();
  await pidOf();
  const answer = worker.run('hang');
  answer.catch(() => undefined);
  await Promise.resolve();
  worker.close();
  await expect(answer).rejects.toMatchObject({ reason: 'ended' });
  expect(logged).toEqual([]);
});
