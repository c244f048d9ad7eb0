import type { EmbedKind, EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { PicksGroup } from './picks/picks-group.tsx';
import { BehaviorGroup } from './settings/behavior-group.tsx';
import { CardsGroup } from './settings/cards-group.tsx';
import { ContentGroup } from './settings/content-group.tsx';
import { LayoutGroup } from './settings/layout-group.tsx';
import { LookGroup } from './settings/look-group.tsx';
import css from './settings/settings.module.css';
import { createSettingsForm } from './settings/settings-form.ts';
import { SitesGroup } from './settings/sites-group.tsx';

interface FormProps {
  embedId: string;
  kind: EmbedKind;
  settings: EmbedSettings;
  unfilterableSources: Embed['unfilterableSources'];
  /** Why the last save failed, or null; the fields that the error names are marked. */
  error: unknown;
  /** `step` groups changes into one undo step, so that dragging a slider makes one step, not fifty. */
  onChange: (step: string, settings: EmbedSettings) => void;
}

/** All settings that the chosen layout uses, in groups. */
export function SettingsForm(props: FormProps) {
  const form = createSettingsForm(props);
  return (
    <div className={css.groups}>
      <LayoutGroup form={form} />
      <ContentGroup form={form} unfilterableSources={props.unfilterableSources} />
      <PicksGroup form={form} embedId={props.embedId} unfilterableSources={props.unfilterableSources} />
      <CardsGroup form={form} />
      <LookGroup form={form} />
      <BehaviorGroup form={form} />
      <SitesGroup form={form} />
    </div>
  );
}
