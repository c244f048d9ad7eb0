import { type ScreenId, screens } from '@kindling/contract/screens';
import type texts from '@kindling/locales/en/help.json';
import { matchPath } from 'react-router';

// locale-keys: help.topic.*

/** A question with its answer: `help:topic.<name>`. */
export type HelpTopic = keyof (typeof texts)['topic'];

const embedEditor = ['publish', 'pasteCode', 'allowedSites', 'leftOut'] as const;
const codeEditor = ['readable', 'moveCode', 'printCode'] as const;

/** What people ask on each screen, the most frequent first. */
export const helpTopics: Readonly<Partial<Record<ScreenId, readonly HelpTopic[]>>> = {
  dashboard: ['period', 'responseRate', 'freshness', 'setupSteps'],
  monthlyReport: ['reportMonth', 'reportMail', 'period'],
  profile: ['appLanguage', 'mails', 'roles', 'takeOut'],
  activity: ['activityWhat', 'activityFind', 'roles'],
  billing: ['trial', 'cancel', 'invoiceTo'],
  businesses: ['addLocation', 'archive', 'profileLocation'],
  invoices: ['invoiceTo', 'trial', 'cancel'],
  reviews: ['findReview', 'reply', 'tag', 'keys'],
  connections: ['freshness', 'reconnect', 'recommendations', 'disconnect'],
  platform: ['freshness', 'reconnect', 'profileLocation', 'disconnect'],
  import: ['importFiles', 'importUndo', 'importTwice'],
  widgets: ['publish', 'pasteCode', 'leftOut', 'offline'],
  widgetEditor: embedEditor,
  badges: ['badgeUse', 'publish', 'pasteCode', 'offline'],
  badgeEditor: ['badgeUse', 'publish', 'pasteCode', 'allowedSites'],
  reviewPipeline: ['sameLinks', 'privateBox', 'held', 'waysToAsk'],
  qrCodes: ['moveCode', 'printCode', 'disableCode'],
  newQrCode: codeEditor,
  qrCode: codeEditor,
  subscriptions: ['onePlan', 'trial', 'cancel'],
  order: ['onePlan', 'cancel', 'invoiceTo'],
  adminDashboard: ['readOnly', 'notices', 'actAs'],
  adminUsers: ['actAs', 'adminContent', 'adminDelete'],
  adminSyncSchedule: ['syncInterval', 'fullPass', 'deletionCode'],
  adminSendEmail: ['mailKinds', 'mailTest', 'deadMails'],
  adminErrorLog: ['muteRule', 'errorDetails', 'requestSearch'],
};

/** @returns the topics of the screen at a path; none outside of the screens */
export function topicsAt(pathname: string): readonly HelpTopic[] {
  // A path without a parameter goes before one with.
  const found = screens
    .filter(({ path }) => matchPath(path, pathname) !== null)
    .sort((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))[0];
  return found === undefined ? [] : (helpTopics[found.id] ?? []);
}
