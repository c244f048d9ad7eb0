import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { describe, expect, it } from 'vitest';
import { draftReducer, initialDraftState, isDirty } from './draft.ts';

interface Draft {
  name: string;
  settings: EmbedSettings;
}

const settings: EmbedSettings = embedSettingsSchema.parse({});
const opened: Draft = { name: 'Home', settings };
const named = (name: string): Draft => ({ ...opened, name });

describe('the draft', () => {
  it('makes one undo step of typing in one field', () => {
    let state = initialDraftState(opened);
    for (const name of ['H', 'Ho', 'Hom'])
      state = draftReducer(state, { type: 'change', field: 'name', draft: named(name) });
    expect(draftReducer(state, { type: 'undo' }).current).toEqual(opened);
  });
  it('makes a new undo step after a pause and in another field', () => {
    let state = draftReducer(initialDraftState(opened), { type: 'change', field: 'name', draft: named('A') });
    state = draftReducer(state, { type: 'endStep' });
    state = draftReducer(state, { type: 'change', field: 'name', draft: named('B') });
    state = draftReducer(state, {
      type: 'change',
      field: 'limit',
      draft: { name: 'B', settings: { ...settings, limit: 3 } },
    });
    expect(state.past).toHaveLength(3);
    expect(draftReducer(state, { type: 'undo' }).current).toEqual(named('B'));
  });
  it('does not change when there is nothing to undo', () => {
    const state = initialDraftState(opened);
    expect(draftReducer(state, { type: 'undo' })).toBe(state);
  });
  it('redoes what was undone, until there is a new change', () => {
    let state = initialDraftState(opened);
    for (const name of ['A', 'B']) {
      state = draftReducer(state, { type: 'change', field: 'name', draft: named(name) });
      state = draftReducer(state, { type: 'endStep' });
    }
    const back = draftReducer(draftReducer(state, { type: 'undo' }), { type: 'undo' });
    expect(back.current).toEqual(opened);
    const forward = draftReducer(draftReducer(back, { type: 'redo' }), { type: 'redo' });
    expect(forward).toMatchObject({ current: named('B'), future: [] });
    expect(draftReducer(forward, { type: 'redo' })).toBe(forward);
    expect(draftReducer(forward, { type: 'undo' }).current).toEqual(named('A'));
    const other = draftReducer(back, { type: 'change', field: 'name', draft: named('C') });
    expect(draftReducer(other, { type: 'redo' })).toBe(other);
  });
  it('adds no step for a change to the same value, and keeps the redo steps', () => {
    const changed = draftReducer(initialDraftState(opened), {
      type: 'change',
      field: 'name',
      draft: named('A'),
    });
    const back = draftReducer(changed, { type: 'undo' });
    expect(draftReducer(back, { type: 'change', field: 'name', draft: { ...opened } })).toBe(back);
  });
  it('is dirty until the server has stored it', () => {
    let state = draftReducer(initialDraftState(opened), { type: 'change', field: 'name', draft: named('A') });
    expect(isDirty(state)).toBe(true);
    state = draftReducer(state, { type: 'change', field: 'name', draft: named('AB') });
    state = draftReducer(state, { type: 'saved', draft: named('A') });
    expect(isDirty(state)).toBe(true);
    state = draftReducer(state, { type: 'saved', draft: named('AB') });
    expect(isDirty(state)).toBe(false);
  });
});
