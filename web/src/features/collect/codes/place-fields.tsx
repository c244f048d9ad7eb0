import type { Pipeline } from '@kindling/contract/pipelines';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useIsLimited } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';

export interface Place {
  pipelineId: string;
  locationId: string | null;
}

interface PlaceFieldsProps {
  pipelines: readonly Pipeline[];
  /** Null: the pipeline of the code was deleted. */
  value: { pipelineId: string | null; locationId: string | null };
  onChange: (place: Place) => void;
}

const ask = 'ask';

/** Where a code leads: a pipeline, and one of its locations where it has several. */
export function PlaceFields({ pipelines, value, onChange }: PlaceFieldsProps) {
  const { t } = useText();
  const limited = useIsLimited();
  const { data } = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const pipeline = pipelines.find(({ id }) => id === value.pipelineId);
  const locations = (data?.businesses ?? []).find(({ id }) => id === pipeline?.businessId)?.locations ?? [];
  const several = new Set(pipelines.map(({ businessId }) => businessId)).size > 1;
  const chooses = pipeline !== undefined && pipeline.locationId === null && locations.length > 1;
  return (
    <>
      <NativeSelect
        label={t('codes:place.pipeline')}
        description={t('codes:place.pipelineHint')}
        error={pipeline === undefined ? t('codes:place.pipelineMissing') : null}
        data={[
          ...(pipeline === undefined ? [{ value: '', label: '' }] : []),
          ...pipelines.map(({ id, name, businessName }) => ({
            value: id,
            label: several ? `${name} · ${businessName}` : name,
          })),
        ]}
        value={pipeline?.id ?? ''}
        onChange={({ currentTarget: { value: id } }) => {
          const next = pipelines.find((one) => one.id === id);
          if (next !== undefined) onChange({ pipelineId: next.id, locationId: next.locationId });
        }}
      />
      {chooses ? (
        <NativeSelect
          label={t('codes:place.location')}
          data={[
            ...(limited ? [] : [{ value: ask, label: t('codes:place.ask') }]),
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={value.locationId ?? ask}
          onChange={({ currentTarget: { value: id } }) =>
            onChange({ pipelineId: pipeline.id, locationId: id === ask ? null : id })
          }
        />
      ) : null}
    </>
  );
}

/** Whether the choices of a place are known, or could not be read. */
export function usePlacesReady(): boolean {
  const pipelines = useQuery(query.pipelines.list.queryOptions({ input: {} }));
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  return !pipelines.isPending && !businesses.isPending;
}

/** Where a new code begins: at the first pipeline, and for a limited member at one of their locations. */
export function useFirstPlace(pipelines: readonly Pipeline[]): Place | null {
  const limited = useIsLimited();
  const { data } = useQuery({ ...query.businesses.list.queryOptions({ input: {} }), enabled: limited });
  const [pipeline] = pipelines;
  if (pipeline === undefined) return null;
  const own = data?.businesses.find(({ id }) => id === pipeline.businessId)?.locations[0]?.id ?? null;
  return { pipelineId: pipeline.id, locationId: pipeline.locationId ?? (limited ? own : null) };
}
