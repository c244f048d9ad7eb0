import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from './free-port.ts';

afterEach(() => void vi.restoreAllMocks());

test('gives no port twice, and none that a connection or another server could get', async () => {
  const ports = new Set<number>();
  for (let call = 0; call < 1_000; call += 1) ports.add(await freePort());
  expect(ports.size).toBe(1_000);
  for (const port of ports) expect(port).toBeLessThan(32_768);
});

test('two processes never get the same port', async () => {
  const program = `
    import { freePort } from ${JSON.stringify(new URL('./free-port.ts', import.meta.url).href)};
    const ports = [];
    for (let call = 0; call < 700; call += 1) ports.push(await freePort());
    process.stdout.write(JSON.stringify(ports));
    process.stdin.resume();`;
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const answers = await Promise.all(
    children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0])),
  );
  for (const child of children) child.kill();
  const ports = answers.flatMap((answer) => JSON.parse(answer) as number[]);
  expect(new Set(ports).size).toBe(2_100);
});

test('a fault of the system is told, not tried again for ever', async () => {
  vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function fail(this: net.Server) {
    this.emit('error', Object.assign(new Error('No such address'), { code: 'EADDRNOTAVAIL' }));
    return this;
  });
  await expect(freePort()).rejects.toThrow('No such address');
});
