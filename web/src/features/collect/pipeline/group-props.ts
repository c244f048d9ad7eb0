import type { PipelineSettings, VisitorRating } from '@kindling/contract/pipeline-settings';
import type { PreviewStep } from './phone-preview.tsx';

/** What the groups of settings share. */
export interface GroupProps {
  settings: PipelineSettings;
  /** `field` groups changes into one undo step. */
  onChange: (field: string, settings: PipelineSettings) => void;
  /** Turns the preview to what is being edited. */
  onShow: (shown: { step: PreviewStep; rating?: VisitorRating }) => void;
}
