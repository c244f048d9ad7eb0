import type { ConnectorCapabilities } from '../connector.ts';
import { replyLimitBytes } from './replies.ts';

export const capabilities: ConnectorCapabilities = {
  stars: true,
  reply: true,
  replyLimitBytes,
  replyLimitCharacters: null,
  editsFirst: true,
  // Policies of the Business Profile APIs: content is stored "for no more than 30 calendar days".
  retentionDays: 30,
  // Google allows 300 calls a minute per project and API; the rest is for calls that a user waits for.
  callsPerMinute: 270,
  fullSnapshot: false,
  mayShareText: true,
};
