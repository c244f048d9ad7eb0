import { z } from 'zod';
import { accountRoles } from './rights.ts';

/** Apart from the table of rights, which the browser loads without the schema library. */
export const accountRoleSchema = z.enum(accountRoles);
