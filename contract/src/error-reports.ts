/** Reports of errors in the browser. */
import { z } from 'zod';
import { reportLimits } from './error-scrub.ts';
import { route } from './route.ts';

export const errorReportSchema = z.strictObject({
  message: z.string().min(1).max(reportLimits.message),
  stack: z.string().max(reportLimits.stack).nullable(),
  /** Path of the screen or page, without its query. */
  route: z.string().max(reportLimits.route),
  /** Id of the request that failed; null when the error is not about a request. */
  requestId: z.string().max(60).nullable(),
  /** `page`: a public page. */
  origin: z.enum(['browser', 'page']).default('browser'),
  /** File of the script that reports, which names its build; null when it is unknown. */
  release: z
    .string()
    .max(reportLimits.release)
    .regex(/^[\w.-]+$/)
    .nullable()
    .default(null),
});
export type ErrorReport = z.input<typeof errorReportSchema>;

export const errorReports = {
  create: route({
    method: 'POST',
    path: '/error-reports',
    // A crash can happen before the sign-in. A bearer token is read when there is one, to find the account.
    access: 'public',
    tag: 'Errors',
    summary: 'Reports an error of the browser. Users can give the returned id to support.',
    input: errorReportSchema,
    output: z.object({ requestId: z.string() }),
    successStatus: 202,
    bodyLimit: reportLimits.body,
  }),
};
