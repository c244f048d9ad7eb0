import type { ConnectorCapabilities } from '../connector.ts';
import { replyLimitCharacters } from './replies.ts';

export const capabilities: ConnectorCapabilities = {
  stars: false,
  // Only an attempt shows whether the owner granted the permission and Facebook accepts a reply to this story:
  // `rejected`.
  reply: true,
  replyLimitBytes: null,
  replyLimitCharacters,
  // An edited recommendation keeps its place in the list.
  editsFirst: false,
  retentionDays: null,
  // Meta limits calls per page, per user (200 an hour) and per app (200 an hour for each of its users); its usage
  // headers make us pause. This number, the limit of 30 users, only smooths bursts of all accounts together.
  callsPerMinute: 100,
  fullSnapshot: false,
  mayShareText: true,
};
