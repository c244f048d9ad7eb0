import type { Business } from '@kindling/contract/businesses';
import { contrast, readableRatio } from '@kindling/design/colour';
import { Box, Button, ColorInput, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { holdsCredentials, tryParseWebsite } from '../../lib/website.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { useBusinessMutation } from './use-business-mutation.ts';

interface BusinessFormProps {
  /** Null creates a new business. */
  business: Business | null;
  onClose: () => void;
}

/** Creates a business, which needs a name only, or edits the details of one. */
export function BusinessForm({ business, onClose }: BusinessFormProps) {
  const { t } = useText();
  const [name, setName] = useState(business?.name ?? '');
  const [website, setWebsite] = useState(business?.website ?? '');
  const [category, setCategory] = useState(business?.category ?? '');
  const [phone, setPhone] = useState(business?.phone ?? '');
  const [colour, setColour] = useState(business?.brandColour ?? '');
  const address = tryParseWebsite(website);
  const strangeText = holdsCredentials(website)
    ? t('common:websiteCredentials')
    : t('businesses:field.websiteStrange');
  const strangeColour = colour !== '' && !/^#[0-9a-f]{6}$/i.test(colour);
  const save = useBusinessMutation(async () => {
    if (business === null) return client.businesses.create({ name: name.trim() });
    return client.businesses.update({
      id: business.id,
      name: name.trim(),
      website: address ?? null,
      category: category.trim() || null,
      phone: phone.trim() || null,
      brandColour: colour === '' ? null : colour.toLowerCase(),
      updatedAt: business.updatedAt,
    });
  }, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address !== undefined && !strangeColour) save.mutate(undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={business === null ? t('businesses:create') : t('businesses:editTitle', { name: business.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={t('businesses:field.name')}
            maxLength={80}
            required
            autoComplete="organization"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {business === null ? null : (
            <>
              <TextInput
                label={t('businesses:field.category')}
                placeholder={t('businesses:field.categoryExample')}
                maxLength={60}
                value={category}
                onChange={(event) => setCategory(event.currentTarget.value)}
              />
              <TextInput
                label={t('businesses:field.website')}
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={200}
                value={website}
                error={address === undefined ? strangeText : null}
                onChange={(event) => setWebsite(event.currentTarget.value)}
              />
              <TextInput
                label={t('businesses:field.phone')}
                type="tel"
                autoComplete="tel"
                maxLength={40}
                value={phone}
                onChange={(event) => setPhone(event.currentTarget.value)}
              />
              <ColorInput
                label={t('businesses:field.colour')}
                description={t('businesses:field.colourHint')}
                format="hex"
                maxLength={7}
                value={colour}
                error={strangeColour ? t('businesses:field.colourStrange') : null}
                onChange={setColour}
                eyeDropperButtonProps={{ 'aria-label': t('businesses:field.colourPick') }}
              />
              {colour !== '' && !strangeColour && contrast(colour, '#ffffff') < readableRatio ? (
                <Notice tone="warn">{t('businesses:field.colourPale')}</Notice>
              ) : null}
            </>
          )}
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
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {business === null ? t('businesses:create') : t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
