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
  it('goes forward again to what was undone, until something else is done', () => {
    let state = openDraft(opened);
    for (const name of ['A', 'B']) {
      state = reduceDraft(state, { type: 'change', field: 'name', draft: named(name) });
      state = reduceDraft(state, { type: 'settle' });
    }
    const back = reduceDraft(reduceDraft(state, { type: 'undo' }), { type: 'undo' });
    expect(back.current).toEqual(opened);
    const forward = reduceDraft(reduceDraft(back, { type: 'redo' }), { type: 'redo' });
    expect(forward).toMatchObject({ current: named('B'), future: [] });
    expect(reduceDraft(forward, { type: 'redo' })).toBe(forward);
    expect(reduceDraft(forward, { type: 'undo' }).current).toEqual(named('A'));
    const other = reduceDraft(back, { type: 'change', field: 'name', draft: named('C') });
    expect(reduceDraft(other, { type: 'redo' })).toBe(other);
  });
  it('makes no step of a change that changes nothing, and keeps what can be redone', () => {
    const changed = reduceDraft(openDraft(opened), { type: 'change', field: 'name', draft: named('A') });
    const back = reduceDraft(changed, { type: 'undo' });
    expect(reduceDraft(back, { type: 'change', field: 'name', draft: { ...opened } })).toBe(back);
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
