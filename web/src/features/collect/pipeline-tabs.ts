/** The tabs of the screen, in their order. Each loads its own data and has its name in `pipeline.tab`. */
import type { Action } from '@kindling/contract/rights';
import type { ComponentType } from 'react';
import { FeedbackInbox } from './feedback/feedback-inbox.tsx';
import { HeldList } from './held/held-list.tsx';
import { InvitationsTab } from './invitations/invitations-tab.tsx';
import { KioskTab } from './kiosk/kiosk-tab.tsx';
import { NfcCards } from './nfc/nfc-cards.tsx';
import { PageTab } from './pipeline/page-tab.tsx';
import { ResultsTab } from './results/results-tab.tsx';

interface PipelineTab {
  name: 'page' | 'results' | 'feedback' | 'held' | 'nfc' | 'invitations' | 'kiosk';
  /** Members who may not do this do not see the tab. */
  action: Action;
  Content: ComponentType;
}

export const pipelineTabs: readonly PipelineTab[] = [
  { name: 'page', action: 'pipelines.read', Content: PageTab },
  { name: 'results', action: 'pipelines.read', Content: ResultsTab },
  { name: 'feedback', action: 'feedback.read', Content: FeedbackInbox },
  { name: 'held', action: 'submissions.judge', Content: HeldList },
  { name: 'nfc', action: 'codes.manage', Content: NfcCards },
  { name: 'invitations', action: 'review-requests.send', Content: InvitationsTab },
  { name: 'kiosk', action: 'pipelines.read', Content: KioskTab },
];
