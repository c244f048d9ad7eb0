import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { type Draft, isDirty, openDraft, reduceDraft } from './draft.ts';

const settings: EmbedSettings = embedSettingsSchema.parse({});
const opened: Draft = { name: 'Home', settings };
const named = (name: string): Draft => ({ ...opened, name });

describe('the draft', () => {
  it('takes typing in one field as one step back', () => {
    let state = openDraft(opened);
    for (const name of ['H', 'Ho', 'Hom'])
      state = reduceDraft(state, { type: 'change', field: 'name', draft: named(name) });
    expect(reduceDraft(state, { type: 'undo' }).current).toEqual(opened);
  });
  it('makes a new step after a pause and in another field', () => {
    let state = reduceDraft(openDraft(opened), { type: 'change', field: 'name', draft: named('A') });
    state = reduceDraft(state, { type: 'settle' });
    state = reduceDraft(state, { type: 'change', field: 'name', draft: named('B') });
    state = reduceDraft(state, {
      type: 'change',
      field: 'limit',
      draft: { name: 'B', settings: { ...settings, limit: 3 } },
    });
    expect(state.past).toHaveLength(3);
    expect(reduceDraft(state, { type: 'undo' }).current).toEqual(named('B'));
  });
  it('stays where it is when there is nothing to undo', () => {
    const state = openDraft(opened);
    expect(reduceDraft(state, { type: 'undo' })).toBe(state);
  });
  it('is dirty until the server has what is on the screen', () => {
    let state = reduceDraft(openDraft(opened), { type: 'change', field: 'name', draft: named('A') });
    expect(isDirty(state)).toBe(true);
    state = reduceDraft(state, { type: 'change', field: 'name', draft: named('AB') });
    state = reduceDraft(state, { type: 'saved', draft: named('A') });
    expect(isDirty(state)).toBe(true);
    state = reduceDraft(state, { type: 'saved', draft: named('AB') });
    expect(isDirty(state)).toBe(false);
  });
});
