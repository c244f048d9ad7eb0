/** Notes that the people of an account leave each other. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, timeSchema } from './common.ts';
import { route } from './route.ts';

export const noteSchema = z.object({ id: idSchema, text: z.string(), createdAt: timeSchema });
export type Note = z.infer<typeof noteSchema>;

export const notes = {
  list: route({
    method: 'GET',
    path: '/notes',
    access: 'user',
    action: 'reviews.read',
    tag: 'Notes',
    summary: 'The notes of the account, newest first.',
    input: emptyInput,
    output: z.object({ notes: z.array(noteSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/notes',
    access: 'user',
    action: 'reviews.note',
    tag: 'Notes',
    summary: 'Adds a note.',
    input: z.strictObject({ text: nameSchema(200).min(1) }),
    output: z.object({ note: noteSchema }),
    successStatus: 201,
  }),
};
