/** The whole API: one entry per slice. Server and browser are both typed by this object. */
import { acting } from './acting.ts';
import { activity } from './activity.ts';
import { adminAudit } from './admin-audit.ts';
import { adminDashboard } from './admin-dashboard.ts';
import { adminSyncSchedule } from './admin-sync-schedule.ts';
import { adminUsers } from './admin-users.ts';
import { analytics } from './analytics.ts';
import { app } from './app.ts';
import { assistant } from './assistant.ts';
import { billing } from './billing.ts';
import { bulkActions } from './bulk-actions.ts';
import { businesses } from './businesses.ts';
import { codes } from './codes.ts';
import { connections } from './connections.ts';
import { embeds } from './embeds.ts';
import { errorLog } from './error-log.ts';
import { errorReports } from './error-reports.ts';
import { archives, reviewExports } from './exports.ts';
import { feedback } from './feedback.ts';
import { help } from './help.ts';
import { imports } from './imports.ts';
import { mailings } from './mailings.ts';
import { maintenance } from './maintenance.ts';
import { news } from './news.ts';
import { pipelines } from './pipelines.ts';
import { previewLinks } from './preview-links.ts';
import { profile } from './profile.ts';
import { replyTemplates } from './reply-templates.ts';
import { reports } from './reports.ts';
import { reviewMarks } from './review-marks.ts';
import { reviewRequests } from './review-requests.ts';
import { reviews } from './reviews.ts';
import { savedViews } from './saved-views.ts';
import { submissions } from './submissions.ts';
import { sync } from './sync.ts';
import { tags } from './tags.ts';
import { team } from './team.ts';
import { users } from './users.ts';

export const api = {
  app,
  users,
  acting,
  profile,
  team,
  businesses,
  codes,
  connections,
  sync,
  imports,
  reviews,
  savedViews,
  reviewMarks,
  tags,
  bulkActions,
  replyTemplates,
  assistant,
  reviewExports,
  embeds,
  previewLinks,
  pipelines,
  submissions,
  feedback,
  reviewRequests,
  analytics,
  reports,
  news,
  billing,
  help,
  errorReports,
  errorLog,
  archives,
  adminSyncSchedule,
  activity,
  adminAudit,
  mailings,
  maintenance,
  adminDashboard,
  adminUsers,
};
export type Api = typeof api;
