/** Links to the preview of a widget or badge, for people without an account. */
import { z } from 'zod';
import { idSchema, okOutput, timeSchema } from './common.ts';
import { route } from './route.ts';

/** Days that a link works. */
export const previewLinkDays = 7;
/** Links of one embed that work at the same time. */
export const maxPreviewLinks = 10;

export const previewLinkSchema = z.object({ id: idSchema, createdAt: timeSchema, expiresAt: timeSchema });
export type PreviewLink = z.infer<typeof previewLinkSchema>;

export const previewLinks = {
  list: route({
    method: 'GET',
    path: '/embeds/{id}/preview-links',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary: 'The links to the preview of a widget or badge that work now, newest first.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ links: z.array(previewLinkSchema) }),
  }),
  create: route({
    whileActing: false,
    method: 'POST',
    path: '/embeds/{id}/preview-links',
    access: 'user',
    action: 'embeds.manage',
    needs: 'publish',
    tag: 'Embeds',
    summary:
      'Makes a link with which anybody sees the draft for seven days. Its address is in this answer only.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ link: previewLinkSchema, url: z.string() }),
    successStatus: 201,
  }),
  revoke: route({
    method: 'DELETE',
    path: '/embeds/{id}/preview-links/{linkId}',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary: 'Ends a link to a preview at once.',
    input: z.strictObject({ id: idSchema, linkId: idSchema }),
    output: okOutput,
  }),
};
