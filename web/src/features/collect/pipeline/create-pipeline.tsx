import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { useChosenPipeline } from '../chosen-pipeline.tsx';

/** A pipeline for a business, or for one of its locations. */
export function CreatePipeline({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const queries = useQueryClient();
  const { choose } = useChosenPipeline();
  const found = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const businesses = (found.data?.businesses ?? []).filter(({ archivedAt }) => archivedAt === null);
  const [name, setName] = useState('');
  const [businessId, setBusinessId] = useState<string | null>(null);
  const [locationId, setLocationId] = useState('');
  const business = businesses.find(({ id }) => id === businessId) ?? businesses[0];
  const create = useMutation({
    mutationFn: (input: Parameters<typeof client.pipelines.create>[0]) => client.pipelines.create(input),
    onSuccess: async ({ pipeline }) => {
      await queries.invalidateQueries({ queryKey: query.pipelines.key() });
      choose(pipeline.id);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('pipeline:create.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {found.isPending ? <Skeleton shape="form" height={180} /> : null}
      {found.isError ? <ErrorState error={found.error} retry={() => void found.refetch()} /> : null}
      {business === undefined ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            create.mutate({
              businessId: business.id,
              locationId: business.locations.some(({ id }) => id === locationId) ? locationId : null,
              name: name.trim(),
            });
          }}
        >
          <Stack gap="sm">
            <TextInput
              data-autofocus
              label={t('pipeline:create.name')}
              description={t('pipeline:create.nameHint')}
              maxLength={60}
              required
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {businesses.length > 1 ? (
              <NativeSelect
                label={t('pipeline:create.business')}
                value={business.id}
                onChange={(event) => setBusinessId(event.currentTarget.value)}
                data={businesses.map(({ id, name: label }) => ({ value: id, label }))}
              />
            ) : null}
            {business.locations.length > 1 ? (
              <NativeSelect
                label={t('pipeline:create.location')}
                description={t('pipeline:create.locationHint')}
                value={locationId}
                onChange={(event) => setLocationId(event.currentTarget.value)}
                data={[
                  { value: '', label: t('pipeline:create.allLocations') },
                  ...business.locations.map(({ id, name: label }) => ({ value: id, label })),
                ]}
              />
            ) : null}
            {create.error === null ? null : (
              <Notice tone="bad" alert>
                <ErrorText error={create.error} />
              </Notice>
            )}
          </Stack>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {t('pipeline:create.action')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
