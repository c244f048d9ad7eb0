import type { Language } from '@kindling/contract/constants';
import type { Pipeline } from '@kindling/contract/pipelines';
import { TextInput } from '@mantine/core';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { Destinations } from '../destinations/destinations.tsx';
import css from './editor.module.css';
import type { GroupProps } from './group-props.ts';
import { LookGroup } from './look-group.tsx';
import { PersonGroup } from './person-group.tsx';
import { PublicPagesGroup } from './public-pages-group.tsx';
import { QuestionsGroup } from './questions-group.tsx';
import { RatingGroup } from './rating-group.tsx';
import { TextsGroup } from './texts-group.tsx';
import type { PipelineDraftEditor } from './use-pipeline-draft.ts';

interface PipelineGroupsProps {
  pipeline: Pipeline;
  draft: PipelineDraftEditor;
  language: Language;
  onLanguage: (language: Language) => void;
  /** Turns the preview to what is being edited. */
  onShow: GroupProps['onShow'];
  locations: readonly { id: string; name: string }[];
  locationId: string | null;
  onLocation: (id: string) => void;
}

/** All settings of a page, in groups. */
export function PipelineGroups(props: PipelineGroupsProps) {
  const { t } = useText();
  const { pipeline, draft, locations, locationId } = props;
  const { settings } = draft.current;
  const group: GroupProps = {
    settings,
    onChange: (field, next) => draft.change(field, { ...draft.current, settings: next }),
    onShow: props.onShow,
  };
  return (
    <div className={css.groups}>
      <SettingsGroup
        title={t('pipeline:destinations.title')}
        summary={t('pipeline:destinations.summary')}
        hasErrors={false}
        open
      >
        {locationId === null ? null : (
          <Destinations locations={locations} locationId={locationId} onLocation={props.onLocation} />
        )}
      </SettingsGroup>
      <RatingGroup {...group} />
      <TextsGroup
        {...group}
        businessName={pipeline.businessName}
        language={props.language}
        onLanguage={props.onLanguage}
      />
      <QuestionsGroup {...group} language={props.language} />
      <PersonGroup {...group} />
      <LookGroup {...group} businessId={pipeline.businessId} />
      <PublicPagesGroup {...group} profileUrl={pipeline.profileUrl} />
      <NameGroup pipeline={pipeline} draft={draft} />
    </div>
  );
}

function NameGroup({ pipeline, draft }: { pipeline: Pipeline; draft: PipelineDraftEditor }) {
  const { t } = useText();
  const { current, error } = draft;
  const code = error === null ? null : toApiError(error).code;
  const slugTaken = code === 'slug-taken';
  const start = pipeline.url.slice(0, pipeline.url.length - pipeline.slug.length).replace(/^https?:\/\//, '');
  return (
    <SettingsGroup title={t('pipeline:name.title')} summary={current.name} hasErrors={slugTaken}>
      <TextInput
        label={t('pipeline:name.name')}
        description={t('pipeline:create.nameHint')}
        maxLength={60}
        value={current.name}
        error={current.name.trim() === '' ? t('pipeline:name.missing') : null}
        onChange={(event) => draft.change('name', { ...current, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('pipeline:name.link')}
        description={t('pipeline:name.linkHint', { start })}
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
        value={current.slug}
        error={slugTaken ? t('errors:slug-taken') : null}
        onChange={(event) =>
          draft.change('slug', {
            ...current,
            slug: event.currentTarget.value.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-'),
          })
        }
      />
    </SettingsGroup>
  );
}
