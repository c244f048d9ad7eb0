import type { ConnectorCapabilities } from '../connector.ts';

export const capabilities: ConnectorCapabilities = {
  stars: true,
  reply: false,
  replyLimitBytes: null,
  replyLimitCharacters: null,
  editsFirst: false,
  retentionDays: null,
  callsPerMinute: 60,
  fullSnapshot: false,
  mayShareText: true,
};
