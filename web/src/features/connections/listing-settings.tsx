import type { Listing } from '@kindling/contract/connections';
import { Anchor, Button, Group, Modal, NativeSelect, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';

/** The offered sync intervals in minutes, from an hour to a week. */
const syncIntervals = [60, 180, 360, 720, 1440, 4320, 10_080];

interface ListingSettingsProps {
  listing: Listing;
  /** No faster interval is offered. */
  fastestIntervalMinutes: number;
  opened: boolean;
  onClose: () => void;
  onRemove: () => void;
}

/** How often a listing is synced, whether it is paused, and its location. */
export function ListingSettings({ listing, opened, onClose, ...props }: ListingSettingsProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span data-foreign>{listing.name}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* Mounted only while open, so that it always begins with the stored values. */}
      {opened ? <ListingSettingsForm listing={listing} onClose={onClose} {...props} /> : null}
    </Modal>
  );
}

function ListingSettingsForm({
  listing,
  fastestIntervalMinutes,
  onClose,
  onRemove,
}: Omit<ListingSettingsProps, 'opened'>) {
  const { t } = useText();
  const queries = useQueryClient();
  const { syncIntervalMinutes, paused, locationId } = listing;
  const form = useForm({ initialValues: { syncIntervalMinutes, paused, locationId } });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      client.connections.updateListing({
        id: listing.id,
        ...(values.syncIntervalMinutes === syncIntervalMinutes
          ? {}
          : { syncIntervalMinutes: values.syncIntervalMinutes }),
        ...(values.paused === paused ? {} : { paused: values.paused }),
        ...(values.locationId === locationId ? {} : { locationId: values.locationId }),
      }),
    onSuccess: async () => {
      onClose();
      toast({ tone: 'good', message: t('connections:settings.saved', { name: listing.name }) });
      await queries.invalidateQueries();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <NativeSelect
          label={t('connections:settings.interval')}
          description={t('connections:settings.intervalHint')}
          value={String(form.values.syncIntervalMinutes)}
          onChange={(event) => form.setFieldValue('syncIntervalMinutes', Number(event.currentTarget.value))}
          data={[...new Set([...syncIntervals, syncIntervalMinutes])]
            .filter((minutes) => minutes >= fastestIntervalMinutes)
            .sort((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: intervalText(t, minutes) }))}
        />
        <LocationField
          value={form.values.locationId}
          onChange={(id) => form.setFieldValue('locationId', id)}
        />
        <Switch
          label={t('connections:settings.paused')}
          description={t('connections:settings.pausedHint')}
          {...form.getInputProps('paused', { type: 'checkbox' })}
        />
        {save.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={save.error} />
          </Notice>
        )}
        <Group justify="space-between">
          <Button variant="subtle" color="red" onClick={onRemove}>
            {t('connections:settings.remove')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A sync interval as text, for example "every 6 hours". */
export function intervalText(t: ReturnType<typeof useText>['t'], minutes: number): string {
  return minutes < 1440
    ? t('connections:every.hours', { count: Math.round(minutes / 60) })
    : t('connections:every.days', { count: Math.round(minutes / 1440) });
}

function LocationField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useText();
  const list = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const businesses = (list.data?.businesses ?? []).filter(
    (business) =>
      business.archivedAt === null || business.locations.some((location) => location.id === value),
  );
  return (
    <div>
      <NativeSelect
        label={t('connections:settings.location')}
        description={t('connections:settings.locationHint')}
        value={value}
        disabled={list.data === undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={businesses.map((business) => ({
          group: business.name,
          items: business.locations.map((location) => ({
            value: location.id,
            label: location.address === null ? location.name : `${location.name}, ${location.address}`,
          })),
        }))}
      />
      <Anchor component={Link} to="/businesses" className={css.small}>
        {t('connections:settings.businesses')}
      </Anchor>
    </div>
  );
}
