/** The operator's error log: groups of events that are the same error, and the rules that mute what is only noise. */
import { z } from 'zod';
import { emptyInput, idSchema, okOutput, storableString, timeSchema } from './common.ts';
import { reportLimits } from './error-scrub.ts';
import { route } from './route.ts';

/** `page`: the browser of a visitor of a public page. `sign-in`: the sign-in service. */
export const errorOrigins = ['server', 'job', 'sign-in', 'browser', 'page'] as const;
export type ErrorOrigin = (typeof errorOrigins)[number];
/** `warn`: a job that failed and is tried again. */
export const errorLevels = ['error', 'warn'] as const;
export const errorStates = ['open', 'resolved', 'ignored'] as const;
export type ErrorState = (typeof errorStates)[number];
export const ruleMatches = ['contains', 'starts-with'] as const;

export const errorLogLimits = {
  pageSize: 30,
  /** Characters. */
  search: 200,
  note: 1000,
  /** Newest events of a group that are kept with their details. */
  samples: 20,
  changes: 50,
  rules: 50,
  /** Days of the trend in the list, today included. */
  listDays: 14,
  /** Hours and days of the trends of one group, the current ones included. */
  hours: 48,
  days: 90,
} as const;

const errorGroupSchema = z.object({
  id: idSchema,
  origin: z.enum(errorOrigins),
  level: z.enum(errorLevels),
  state: z.enum(errorStates),
  /** Of the newest event, without secrets and quoted texts. Untrusted: anybody can report an error of a browser. */
  message: z.string(),
  /** Path of the newest event without ids, or the name of its job. */
  route: z.string(),
  /** The events of an origin that are not told apart, because there were too many kinds; it has no details. */
  isRest: z.boolean(),
  count: z.int(),
  /** How many of them a rule has muted. */
  muted: z.int(),
  /** Whether a rule ignores the group, and not an admin. */
  byRule: z.boolean(),
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema,
  /** Rises with each change of the state; a change names the version that it is of. */
  version: z.int(),
});
export type ErrorGroup = z.infer<typeof errorGroupSchema>;

const listedGroupSchema = errorGroupSchema.extend({
  /** Events per day of UTC, the oldest first; the last is today. */
  days: z.array(z.int()),
});
export type ListedErrorGroup = z.infer<typeof listedGroupSchema>;

const sampleSchema = z.object({
  id: idSchema,
  at: timeSchema,
  message: z.string(),
  route: z.string(),
  requestId: z.string().nullable(),
  accountId: idSchema.nullable(),
  release: z.string().nullable(),
});
export type ErrorSample = z.infer<typeof sampleSchema>;

const changeSchema = z.object({
  id: idSchema,
  at: timeSchema,
  state: z.enum(errorStates),
  /** The error occurred again after it was resolved. */
  returned: z.boolean(),
  /** E-mail address of the admin; null when it returned, and when the admin has left. */
  by: z.string().nullable(),
  note: z.string(),
});
export type ErrorChange = z.infer<typeof changeSchema>;

const countSchema = z.object({ startsAt: timeSchema, count: z.int() });

const groupDetailsSchema = z.object({
  group: errorGroupSchema,
  stack: z.string().nullable(),
  /** Build whose code the stack names. */
  release: z.string().nullable(),
  /** Hours and days of UTC that have events, the oldest first. */
  hours: z.array(countSchema),
  days: z.array(countSchema),
  samples: z.array(sampleSchema),
  changes: z.array(changeSchema),
});
export type ErrorGroupDetails = z.infer<typeof groupDetailsSchema>;

const stackLineSchema = z.object({
  text: z.string(),
  /** Where the line is in our source; null for lines without a known place. */
  source: z
    .object({ file: z.string(), line: z.int(), column: z.int(), name: z.string().nullable() })
    .nullable(),
});
export type StackLine = z.infer<typeof stackLineSchema>;

const errorRuleSchema = z.object({
  id: idSchema,
  origin: z.enum(errorOrigins).nullable(),
  message: z.object({ match: z.enum(ruleMatches), text: z.string() }).nullable(),
  route: z.string().nullable(),
  createdAt: timeSchema,
  createdBy: z.string().nullable(),
  muted: z.int(),
  lastMutedAt: timeSchema.nullable(),
});
export type ErrorRule = z.infer<typeof errorRuleSchema>;

const ruleInput = z
  .strictObject({
    origin: z.enum(errorOrigins).nullable(),
    /** Compared letter by letter with the message as it is shown. */
    message: z
      .strictObject({
        match: z.enum(ruleMatches),
        text: storableString(reportLimits.message).min(3),
      })
      .nullable(),
    /** The whole route or name of the job, as it is shown. */
    route: storableString(reportLimits.route).min(1).nullable(),
  })
  .refine(({ message, route }) => message !== null || route !== null, 'A rule names a message or a route.');
export type ErrorRuleInput = z.infer<typeof ruleInput>;

const listFilter = {
  /** Part of a message or route, or a whole request id or account id. */
  search: storableString(errorLogLimits.search).optional(),
  origin: z.enum(errorOrigins).optional(),
  level: z.enum(errorLevels).optional(),
  state: z.enum(errorStates).optional(),
};

export const errorLog = {
  list: route({
    method: 'GET',
    path: '/admin/errors',
    access: 'admin',
    tag: 'Errors',
    summary: 'Lists the groups of errors, the newest event first.',
    input: z.strictObject({ ...listFilter, cursor: z.string().max(200).optional() }),
    output: z.object({
      items: z.array(listedGroupSchema),
      nextCursor: z.string().nullable(),
      /** Open groups, whatever the filter. */
      open: z.int(),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/admin/errors/{id}',
    access: 'admin',
    tag: 'Errors',
    summary: 'Returns one group with its trend, newest events and history.',
    input: z.strictObject({ id: idSchema }),
    output: groupDetailsSchema,
  }),
  getStack: route({
    method: 'GET',
    path: '/admin/errors/{id}/stack',
    access: 'admin',
    tag: 'Errors',
    summary: 'Returns the stack of a group, with the places in our source where the build has source maps.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({
      lines: z.array(stackLineSchema),
      /** Whether a line names a file of ours whose source map is gone, because it is of an earlier build. */
      isEarlierBuild: z.boolean(),
    }),
  }),
  setState: route({
    method: 'PUT',
    path: '/admin/errors/{id}/state',
    access: 'admin',
    tag: 'Errors',
    summary:
      'Resolves, ignores or opens a group, with a note. `conflict` when its state has changed since `version`.',
    input: z.strictObject({
      id: idSchema,
      state: z.enum(errorStates),
      note: storableString(errorLogLimits.note),
      version: z.int().min(0),
    }),
    output: z.object({ group: errorGroupSchema }),
  }),
  listRules: route({
    method: 'GET',
    path: '/admin/error-rules',
    access: 'admin',
    tag: 'Errors',
    summary: 'Lists the noise rules.',
    input: emptyInput,
    output: z.object({ rules: z.array(errorRuleSchema) }),
  }),
  createRule: route({
    method: 'POST',
    path: '/admin/error-rules',
    access: 'admin',
    tag: 'Errors',
    summary: 'Mutes events: they are counted, and a group of muted events only is ignored.',
    input: ruleInput,
    output: z.object({
      rule: errorRuleSchema,
      /** Open groups that are ignored from now on. */
      ignored: z.int(),
    }),
    successStatus: 201,
  }),
  removeRule: route({
    method: 'DELETE',
    path: '/admin/error-rules/{id}',
    access: 'admin',
    tag: 'Errors',
    summary: 'Removes a rule; the groups that it ignores are open again.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
