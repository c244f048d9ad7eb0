import type { Business, Location } from '@kindling/contract/businesses';
import { Box, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { tryParseWebsite } from '../../lib/website.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import { listCountries } from './countries.ts';
import { LinkFields } from './link-fields.tsx';
import { useBusinessMutation } from './use-business-mutation.ts';

interface LocationFormProps {
  businesses: readonly Business[];
  /** The business that a new location is added to; an existing location can be moved to another one. */
  business: Business;
  location: Location | null;
  onClose: () => void;
}

/** Name, address, contact details, and links of a location. */
export function LocationForm({ businesses, business, location, onClose }: LocationFormProps) {
  const { t, i18n } = useText();
  const [name, setName] = useState(location?.name ?? '');
  const [businessId, setBusinessId] = useState(business.id);
  const [address, setAddress] = useState(location?.address ?? '');
  const [country, setCountry] = useState(location?.country ?? null);
  const [phone, setPhone] = useState(location?.phone ?? '');
  const [timeZone, setTimeZone] = useState(location?.timeZone ?? null);
  const [links, setLinks] = useState(() =>
    (location?.links ?? []).map((link) => ({ ...link, key: crypto.randomUUID() })),
  );
  const read = links.map((link) => ({ label: link.label.trim(), url: tryParseWebsite(link.url) }));
  const strange = read.map((link) => link.label === '' || typeof link.url !== 'string');
  const save = useBusinessMutation(() => {
    const fields = {
      name: name.trim(),
      address: address.trim() || null,
      country,
      phone: phone.trim() || null,
      timeZone,
      links: read.flatMap(({ label, url }) => (typeof url === 'string' ? [{ label, url }] : [])),
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!strange.includes(true)) save.mutate(undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        location === null ? t('businesses:location.add') : t('businesses:editTitle', { name: location.name })
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={t('businesses:field.name')}
            maxLength={120}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {location !== null && businesses.length > 1 ? (
            <Select
              label={t('businesses:field.business')}
              data={businesses.map((one) => ({ value: one.id, label: one.name }))}
              allowDeselect={false}
              value={businessId}
              onChange={(value) => setBusinessId(value ?? business.id)}
            />
          ) : null}
          <TextInput
            label={t('businesses:field.address')}
            maxLength={240}
            autoComplete="street-address"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Select
            label={t('businesses:field.country')}
            data={listCountries(i18n.language)}
            searchable
            clearable
            nothingFoundMessage={t('businesses:field.nothingFound')}
            value={country}
            onChange={setCountry}
          />
          <TextInput
            label={t('businesses:field.phone')}
            type="tel"
            maxLength={40}
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
          <TimeZoneSelect
            label={t('businesses:field.timeZone')}
            placeholder={t('businesses:field.timeZoneOwn')}
            clearable
            nothingFoundMessage={t('businesses:field.nothingFound')}
            value={timeZone}
            onChange={setTimeZone}
          />
          <LinkFields links={links} strange={strange} onChange={setLinks} />
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
          <Button
            type="submit"
            loading={save.isPending}
            disabled={name.trim() === '' || strange.includes(true)}
          >
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
