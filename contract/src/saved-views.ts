/** Filters of the list of reviews that a member keeps under a name. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput } from './common.ts';
import { reviewFilterSchema, reviewSorts } from './reviews.ts';
import { route } from './route.ts';

export const maxViewNameLength = 60;
/** Of one member, and of all members together for those that are shared. */
export const maxSavedViews = 50;

/** What a view filters by that no longer exists, or that the caller may not see. */
export const missingParts = ['location', 'business', 'tag', 'assignee'] as const;
export type MissingPart = (typeof missingParts)[number];

const nameInput = nameSchema(maxViewNameLength).pipe(z.string().min(1));

export const savedViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  filter: reviewFilterSchema,
  sort: z.enum(reviewSorts),
  /** All members see it; otherwise only the member who made it. */
  shared: z.boolean(),
  /** Whether the caller may change and delete it. */
  editable: z.boolean(),
  /** The list of the view is empty while one of these is named. */
  missing: z.array(z.enum(missingParts)),
});
export type SavedView = z.infer<typeof savedViewSchema>;

const viewInput = z.strictObject({
  name: nameInput,
  filter: reviewFilterSchema,
  sort: z.enum(reviewSorts),
  shared: z.boolean(),
});
export type SavedViewInput = z.infer<typeof viewInput>;

export const savedViews = {
  list: route({
    method: 'GET',
    path: '/saved-views',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reviews',
    summary: "The caller's saved views and the shared ones, by name.",
    input: emptyInput,
    output: z.object({ views: z.array(savedViewSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/saved-views',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reviews',
    summary: 'Saves a view. Sharing it needs the right to share views.',
    input: viewInput,
    output: z.object({ view: savedViewSchema }),
  }),
  update: route({
    method: 'PUT',
    path: '/saved-views/{id}',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reviews',
    summary: 'Replaces a view. Changing a shared one needs the right to share views.',
    input: viewInput.extend({ id: idSchema }),
    output: z.object({ view: savedViewSchema }),
  }),
  delete: route({
    whileActing: false,
    method: 'DELETE',
    path: '/saved-views/{id}',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reviews',
    summary: 'Deletes a view. Deleting a shared one needs the right to share views.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
