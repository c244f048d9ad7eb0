import { expect, test } from 'vitest';
import { enqueueDraftSave, isSavingDraft, pendingDraftSaves } from './draft-saves.ts';

test('saves run one after the other, and nothing of them is kept after the last', async () => {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const failed = enqueueDraftSave('a', async () => {
    await gate.promise;
    order.push('first');
    throw new Error('offline');
  });
  const second = enqueueDraftSave('a', async () => void order.push('second'));
  expect(isSavingDraft('a')).toBe(true);
  expect(isSavingDraft('b')).toBe(false);
  gate.resolve();
  await expect(failed).rejects.toThrow('offline');
  await second;
  await pendingDraftSaves('a');
  expect(order).toEqual(['first', 'second']);
  expect(isSavingDraft('a')).toBe(false);
});
