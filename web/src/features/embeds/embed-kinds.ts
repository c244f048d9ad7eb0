/** The addresses and texts that differ between widgets and badges. */
import type { EmbedKind } from '@kindling/contract/embed-settings';

export const embedKinds = {
  widget: {
    list: '/widgets',
    edit: (id: string) => `/widgets/edit-widget/${id}`,
    title: 'widgets:title',
    lead: 'widgets:lead',
    create: 'widgets:create',
    createTitle: 'widgets:createTitle',
    noneTitle: 'widgets:noneTitle',
    noneText: 'widgets:noneText',
    noneLimitedTitle: 'widgets:noneLimitedTitle',
    editTitle: 'widgets:editor.title',
  },
  badge: {
    list: '/badges',
    edit: (id: string) => `/badges/edit-badge/${id}`,
    title: 'widgets:badges.title',
    lead: 'widgets:badges.lead',
    create: 'widgets:badges.create',
    createTitle: 'widgets:badges.createTitle',
    noneTitle: 'widgets:badges.noneTitle',
    noneText: 'widgets:badges.noneText',
    noneLimitedTitle: 'widgets:badges.noneLimitedTitle',
    editTitle: 'widgets:badges.editTitle',
  },
} as const satisfies Record<EmbedKind, object>;
