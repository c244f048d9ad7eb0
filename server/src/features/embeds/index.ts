export { findDraft, lockDraft } from './draft.ts';
export { createEmbed } from './embeds.ts';
export { type DraftDeps, makeDraftSnapshot, renderDraftScript } from './preview.ts';
export { previewHeaders } from './preview-headers.ts';
export { publishEmbed, refreshEmbeds } from './publish.ts';
export { countEmbeds, getEmbedProgress, recordFirstSite } from './queries.ts';
export { weightedRating } from './snapshot.ts';
export { type RecordTakedown, restoreEmbed, type TakedownOf, takeDownEmbed } from './takedown.ts';
