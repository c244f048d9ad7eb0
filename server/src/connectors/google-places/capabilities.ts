import type { ConnectorCapabilities } from '../connector.ts';

export const capabilities: ConnectorCapabilities = {
  stars: true,
  reply: false,
  replyLimitBytes: null,
  // Sorted by relevance.
  editsFirst: false,
  // Google's terms forbid storing what this API sends, except place ids: content is held until the next pass, and deleted
  // after a day without one.
  retentionDays: 1,
  // A tenth of the 600 a minute of a new project: every call is billed, so a faulty loop must be slow.
  callsPerMinute: 60,
  fullSnapshot: true,
};
