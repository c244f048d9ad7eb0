/**
 * The areas of the app's texts, one file per language and area. Routes load their area; the app loads those in
 * `coreAreas`. Name a new area here: the type of `t` and its checks use this list.
 */

import type activity from '@kindling/locales/en/activity.json';
import type adminAudit from '@kindling/locales/en/admin-audit.json';
import type adminDashboard from '@kindling/locales/en/admin-dashboard.json';
import type adminErrorLog from '@kindling/locales/en/admin-error-log.json';
import type adminSendEmail from '@kindling/locales/en/admin-send-email.json';
import type adminSyncSchedule from '@kindling/locales/en/admin-sync-schedule.json';
import type adminUsers from '@kindling/locales/en/admin-users.json';
import type alerts from '@kindling/locales/en/alerts.json';
import type app from '@kindling/locales/en/app.json';
import type assistant from '@kindling/locales/en/assistant.json';
import type billing from '@kindling/locales/en/billing.json';
import type businesses from '@kindling/locales/en/businesses.json';
import type codes from '@kindling/locales/en/codes.json';
import type common from '@kindling/locales/en/common.json';
import type connections from '@kindling/locales/en/connections.json';
import type dashboard from '@kindling/locales/en/dashboard.json';
import type days from '@kindling/locales/en/days.json';
import type errors from '@kindling/locales/en/errors.json';
import type exportTexts from '@kindling/locales/en/export.json';
import type feedback from '@kindling/locales/en/feedback.json';
import type help from '@kindling/locales/en/help.json';
import type imports from '@kindling/locales/en/imports.json';
import type inbox from '@kindling/locales/en/inbox.json';
import type invitations from '@kindling/locales/en/invitations.json';
import type pipeline from '@kindling/locales/en/pipeline.json';
import type plan from '@kindling/locales/en/plan.json';
import type print from '@kindling/locales/en/print.json';
import type profile from '@kindling/locales/en/profile.json';
import type report from '@kindling/locales/en/report.json';
import type reviews from '@kindling/locales/en/reviews.json';
import type switcher from '@kindling/locales/en/switcher.json';
import type tags from '@kindling/locales/en/tags.json';
import type templates from '@kindling/locales/en/templates.json';
import type tour from '@kindling/locales/en/tour.json';
import type triage from '@kindling/locales/en/triage.json';
import type widgetTemplates from '@kindling/locales/en/widget-templates.json';
import type widgets from '@kindling/locales/en/widgets.json';

export interface AreaTexts {
  'admin-sync-schedule': typeof adminSyncSchedule;
  activity: typeof activity;
  'admin-audit': typeof adminAudit;
  'admin-dashboard': typeof adminDashboard;
  'admin-users': typeof adminUsers;
  'admin-error-log': typeof adminErrorLog;
  'admin-send-email': typeof adminSendEmail;
  alerts: typeof alerts;
  app: typeof app;
  assistant: typeof assistant;
  billing: typeof billing;
  businesses: typeof businesses;
  codes: typeof codes;
  common: typeof common;
  connections: typeof connections;
  dashboard: typeof dashboard;
  days: typeof days;
  errors: typeof errors;
  export: typeof exportTexts;
  feedback: typeof feedback;
  help: typeof help;
  imports: typeof imports;
  inbox: typeof inbox;
  invitations: typeof invitations;
  pipeline: typeof pipeline;
  plan: typeof plan;
  print: typeof print;
  profile: typeof profile;
  report: typeof report;
  reviews: typeof reviews;
  switcher: typeof switcher;
  tags: typeof tags;
  tour: typeof tour;
  triage: typeof triage;
  templates: typeof templates;
  'widget-templates': typeof widgetTemplates;
  widgets: typeof widgets;
}

export type Area = keyof AreaTexts;

/** Every screen needs them: shell, common words, errors. */
export const coreAreas = ['app', 'common', 'errors'] as const satisfies readonly Area[];
