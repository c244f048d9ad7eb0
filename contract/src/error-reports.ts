/** What went wrong in a browser, told to the server. */
import { z } from 'zod';
import { reportLimits } from './error-scrub.ts';
import { route } from './route.ts';

export const errorReportSchema = z.strictObject({
  message: z.string().min(1).max(reportLimits.message),
  stack: z.string().max(reportLimits.stack).nullable(),
  /** Path of the screen, without its query. */
  route: z.string().max(reportLimits.route),
  /** Of the answer that the error is about, where there is one. */
  requestId: z.string().max(60).nullable(),
});
export type ErrorReport = z.infer<typeof errorReportSchema>;

export const errorReports = {
  create: route({
    method: 'POST',
    path: '/error-reports',
    // A crash can come before anybody is signed in; a bearer is read where there is one, and proves the account.
    access: 'public',
    tag: 'Errors',
    summary: 'Reports an error of the browser. The answer’s id is what to name to support.',
    input: errorReportSchema,
    output: z.object({ requestId: z.string() }),
    successStatus: 202,
    bodyLimit: reportLimits.body,
  }),
};
