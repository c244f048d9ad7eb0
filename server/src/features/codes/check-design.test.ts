import { plainDesign } from '@kindling/contract/code-looks';
import type { ScanResult } from '@kindling/contract/scan-problems';
import { expect, test } from 'vitest';
import { createKeyedSemaphore } from '../../lib/semaphore.ts';
import { assertScans } from './check-design.ts';
import type { CodeRenderer } from './code-renderer.ts';

test('the checks of one account go to the child process one at a time, so that others wait for one of them', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const check = ({ content }: { content: string }) => {
    begun.push(content);
    return new Promise<ScanResult>((resolve) => ends.push(() => resolve({ ok: true })));
  };
  const renderer = { check } as Pick<CodeRenderer, 'check'> as CodeRenderer;
  const deps = {
    renderer,
    scanChecks: createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 2, retryAfter: 5 }),
  };
  const assert = (accountId: string, content: string) =>
    assertScans(deps, accountId, { content, design: plainDesign });
  const endAll = () => {
    for (const end of ends.splice(0)) end();
  };
  const asked = [assert('busy', 'a1'), assert('busy', 'a2'), assert('busy', 'a3')];
  await expect(assert('busy', 'a4')).rejects.toMatchObject({ code: 'rate-limited' });
  asked.push(assert('other', 'b1'));
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  endAll();
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2']);
  endAll();
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  endAll();
  await Promise.all(asked);
});
