/** What an account sees of an embed or page that the operator took down. */
import { z } from 'zod';
import { timeSchema } from './common.ts';
import { takedownReasons } from './operator-reasons.ts';

/** It shows nothing to visitors until the operator undoes it. */
export const takedownSchema = z.object({ at: timeSchema, reason: z.enum(takedownReasons) });
export type Takedown = z.infer<typeof takedownSchema>;
