import type { Pipeline } from '@kindling/contract/pipelines';
import { NativeSelect } from '@mantine/core';
import { useIsLimited } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import type { CampaignPlace } from './filled-draft.ts';
import css from './new.module.css';

interface PlaceChoiceProps {
  pipelines: readonly Pipeline[];
  place: CampaignPlace;
  onChange: (place: { pipelineId: string; locationId: string | null }) => void;
}

const ask = 'ask';

/** Which page the links lead to, and for which location; nothing where there is only one. */
export function PlaceChoice({ pipelines, place, onChange }: PlaceChoiceProps) {
  const { t } = useText();
  const limited = useIsLimited();
  const { pipeline, location, locations } = place;
  const chooses = locations.length > 1;
  if (pipelines.length < 2 && !chooses) return null;
  const several = new Set(pipelines.map(({ businessId }) => businessId)).size > 1;
  return (
    <div className={css.pair}>
      {pipelines.length < 2 ? null : (
        <NativeSelect
          label={t('invitations:people.pipeline')}
          value={pipeline.id}
          onChange={(event) => onChange({ pipelineId: event.currentTarget.value, locationId: null })}
          data={pipelines.map(({ id, name, businessName }) => ({
            value: id,
            label: several ? `${name} · ${businessName}` : name,
          }))}
        />
      )}
      {chooses ? (
        <NativeSelect
          label={t('invitations:people.location')}
          value={location?.id ?? ask}
          onChange={({ currentTarget: { value } }) =>
            onChange({ pipelineId: pipeline.id, locationId: value === ask ? null : value })
          }
          data={[
            ...(limited ? [] : [{ value: ask, label: t('invitations:people.ask') }]),
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
    </div>
  );
}
