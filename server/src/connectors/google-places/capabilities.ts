import type { ConnectorCapabilities } from '../connector.ts';

export const capabilities: ConnectorCapabilities = {
  stars: true,
  reply: false,
  replyLimitBytes: null,
  replyLimitCharacters: null,
  // The API sorts by relevance.
  editsFirst: false,
  // Google's terms forbid storing content of this API, except place ids: content is stored until the next pass, and
  // deleted after a day without a pass.
  retentionDays: 1,
  // A tenth of the 600 calls a minute of a new project. Google bills every call, so a faulty loop must be slow.
  callsPerMinute: 60,
  fullSnapshot: true,
  // The terms allow showing content of this API, not passing it on.
  mayShareText: false,
};
