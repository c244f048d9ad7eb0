import type { ConnectorCapabilities } from '../connector.ts';

export const capabilities: ConnectorCapabilities = {
  stars: false,
  // Only a try shows whether the owner granted the permission and Facebook accepts a reply to this story: `rejected`.
  reply: true,
  replyLimitBytes: null,
  // An edited recommendation stays at its place in the list.
  editsFirst: false,
  retentionDays: null,
  // Meta limits calls per page, per user (200 an hour) and per app (200 an hour for each of its users), and its usage
  // headers slow us down. This number, what 30 users may do, only smooths bursts of all accounts together.
  callsPerMinute: 100,
  fullSnapshot: false,
};
