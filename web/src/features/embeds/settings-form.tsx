import type { EmbedKind, EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { BehaviourGroup } from './settings/behaviour-group.tsx';
import { CardsGroup } from './settings/cards-group.tsx';
import { ContentGroup } from './settings/content-group.tsx';
import { LayoutGroup } from './settings/layout-group.tsx';
import { LookGroup } from './settings/look-group.tsx';
import css from './settings/settings.module.css';
import { createSettingsForm } from './settings/settings-form.ts';
import { SitesGroup } from './settings/sites-group.tsx';

interface FormProps {
  kind: EmbedKind;
  settings: EmbedSettings;
  keptWhole: Embed['keptWhole'];
  /** Why the last save failed, if it did: fields that it names say so. */
  error: unknown;
  /** `step` names what was changed, so that dragging a slider is one step back and not fifty. */
  onChange: (step: string, settings: EmbedSettings) => void;
}

/** Every setting that the chosen layout makes use of, in groups that say what is set in them. */
export function SettingsForm(props: FormProps) {
  const form = createSettingsForm(props);
  return (
    <div className={css.groups}>
      <LayoutGroup form={form} />
      <ContentGroup form={form} keptWhole={props.keptWhole} />
      <CardsGroup form={form} />
      <LookGroup form={form} />
      <BehaviourGroup form={form} />
      <SitesGroup form={form} />
    </div>
  );
}
