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

test('a fault of the system is told, not tried again for ever', async () => {
  vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function fail(this: net.Server) {
    this.emit('error', Object.assign(new Error('No such address'), { code: 'EADDRNOTAVAIL' }));
    return this;
  });
  await expect(freePort()).rejects.toThrow('No such address');
});
