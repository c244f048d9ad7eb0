import type { Business, Location } from '@kindling/contract/businesses';
import { Box, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { client } from '../../lib/api/client.ts';
import { listCountries } from '../../lib/i18n/countries.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import { useBusinessMutation } from './use-business-mutation.ts';

interface LocationValues {
  name: string;
  businessId: string;
  address: string;
  country: string | null;
  phone: string;
  timeZone: string | null;
}

interface LocationFormProps {
  businesses: readonly Business[];
  /** The business that a new location is added to; an existing location can be moved to another one. */
  business: Business;
  location: Location | null;
  onClose: () => void;
}

/** Name, address and contact details of a location. */
export function LocationForm({ businesses, business, location, onClose }: LocationFormProps) {
  const { t, i18n } = useText();
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  const form = useForm<LocationValues>({
    initialValues: {
      name: location?.name ?? '',
      businessId: business.id,
      address: location?.address ?? '',
      country: location?.country ?? null,
      phone: location?.phone ?? '',
      timeZone: location?.timeZone ?? null,
    },
    validate: {
      name: (typed) => typed.trim() === '',
    },
  });
  const save = useBusinessMutation(({ businessId, ...values }: LocationValues) => {
    const fields = {
      name: values.name.trim(),
      address: values.address.trim() || null,
      country: values.country,
      phone: values.phone.trim() || null,
      timeZone: values.timeZone,
    };
    return location === null
      ? client.businesses.addLocation({ id: business.id, ...fields })
      : client.businesses.updateLocation({
          id: location.id,
          businessId,
          ...fields,
          updatedAt: location.updatedAt,
        });
  }, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        location === null ? t('businesses:location.add') : t('businesses:editTitle', { name: location.name })
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={t('businesses:field.name')}
            maxLength={120}
            required
            {...form.getInputProps('name')}
          />
          {location !== null && businesses.length > 1 ? (
            <Select
              label={t('businesses:field.business')}
              data={businesses.map((one) => ({ value: one.id, label: one.name }))}
              allowDeselect={false}
              {...form.getInputProps('businessId')}
            />
          ) : null}
          <TextInput
            label={t('businesses:field.address')}
            maxLength={240}
            autoComplete="street-address"
            {...form.getInputProps('address')}
          />
          <Select
            label={t('businesses:field.country')}
            data={countries}
            searchable
            clearable
            nothingFoundMessage={t('businesses:field.nothingFound')}
            {...form.getInputProps('country')}
          />
          <TextInput
            label={t('businesses:field.phone')}
            type="tel"
            maxLength={40}
            {...form.getInputProps('phone')}
          />
          <TimeZoneSelect
            label={t('businesses:field.timeZone')}
            placeholder={t('businesses:field.timeZoneOwn')}
            clearable
            nothingFoundMessage={t('businesses:field.nothingFound')}
            value={form.values.timeZone}
            onChange={(zone) => form.setFieldValue('timeZone', zone)}
          />
        </Stack>
        {save.error === null ? null : (
          <Box mt="md">
            <Notice tone="bad" alert>
              <ErrorText error={save.error} />
            </Notice>
          </Box>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!form.isValid()}>
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
