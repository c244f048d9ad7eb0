import { maxDestinations } from '@kindling/contract/pipelines';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { AddDestination } from './add-destination.tsx';
import { DestinationRow } from './destination-row.tsx';
import css from './destinations.module.css';
import { useDestinations } from './use-destinations.ts';

interface DestinationsProps {
  /** At least one. */
  locations: readonly { id: string; name: string }[];
  locationId: string;
  onLocation: (id: string) => void;
}

/** Where visitors of a location can write a public review, in the order of the page. */
export function Destinations({ locations, locationId, onLocation }: DestinationsProps) {
  const { t } = useText();
  return (
    <div className={css.inside}>
      <p className={css.lead}>{t('pipeline:destinations.lead')}</p>
      {locations.length > 1 ? (
        <NativeSelect
          label={t('pipeline:destinations.location')}
          value={locationId}
          onChange={(event) => onLocation(event.currentTarget.value)}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <DestinationList key={locationId} locationId={locationId} />
    </div>
  );
}

function DestinationList({ locationId }: { locationId: string }) {
  const { t } = useText();
  const mayManage = useMayDo('pipelines.manage');
  const destinations = useDestinations(locationId);
  const { found, list, save, move } = destinations;
  const [adding, setAdding] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  if (found.isPending)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" height={104} />
      </div>
    );
  if (found.isError && found.data === undefined)
    return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  const missing = list.every(({ problem }) => problem !== null);
  return (
    <>
      {missing ? (
        <Notice tone="warn" title={t('pipeline:destinations.missingTitle')}>
          {t('pipeline:destinations.missingText')}
        </Notice>
      ) : null}
      {list.length === 0 ? null : (
        <ol className={css.list} aria-label={t('pipeline:destinations.title')}>
          {list.map((destination, index) => (
            <DestinationRow
              key={destination.id}
              destination={destination}
              place={{ index, count: list.length }}
              editable={mayManage}
              dragging={dragged === index}
              onMove={(to) => move(index, to)}
              onHide={(hidden) => destinations.setHidden(destination, hidden)}
              onRemove={() => destinations.remove(destination)}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(null)}
              onDrop={() => {
                if (dragged !== null) move(dragged, index);
                setDragged(null);
              }}
            />
          ))}
        </ol>
      )}
      {save.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={save.error} />
        </Notice>
      )}
      {!mayManage ? null : adding || list.length === 0 ? (
        <AddDestination
          onAdd={async (added) => {
            await destinations.add(added);
            setAdding(false);
          }}
          onCancel={list.length === 0 ? null : () => setAdding(false)}
        />
      ) : (
        <Button
          variant="default"
          size="xs"
          className={css.addButton ?? ''}
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={list.length >= maxDestinations}
          onClick={() => setAdding(true)}
        >
          {t('pipeline:destinations.add')}
        </Button>
      )}
    </>
  );
}
