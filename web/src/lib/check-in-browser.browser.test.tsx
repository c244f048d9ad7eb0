/** The scan check of a live preview in a browser: the same answers as on the server. */
import { type CodeDesign, lookDesign, plainDesign } from '@kindling/contract/code-looks';
import { checkInBrowser } from '@kindling/guest/qr/check-in-browser';
import { expect, test } from 'vitest';

const check = (design: Partial<CodeDesign>, signal = new AbortController().signal) =>
  checkInBrowser({
    content: 'https://kindling.example/q/k7m2p9xw3t',
    design: { ...plainDesign, ...design },
    callToAction: 'Tell us how it was',
    signal,
  });

test('looks scan, and what does not is refused with its reason', async () => {
  for (const look of ['plain', 'dots', 'harbor', 'speech'] as const)
    expect(await check(lookDesign(look)), look).toEqual({ ok: true });
  expect(await check({ logo: { kind: 'mark' }, logoSize: 0.3, errorLevel: 'L' })).toEqual({
    ok: false,
    problems: ['logo'],
  });
});

test('a check of a design that has changed meanwhile ends', async () => {
  const changed = new AbortController();
  const answer = check({}, changed.signal);
  changed.abort();
  await expect(answer).rejects.toThrow('abort');
});
