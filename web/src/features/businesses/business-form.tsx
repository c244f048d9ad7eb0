import type { Business } from '@kindling/contract/businesses';
import { contrast, readableRatio } from '@kindling/design/color';
import '@mantine/core/styles/ColorInput.css';
import '@mantine/core/styles/ColorPicker.css';
import '@mantine/core/styles/ColorSwatch.css';
import { Box, Button, ColorInput, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../lib/api/client.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useText } from '../../lib/i18n/text.ts';
import { holdsCredentials, tryParseWebsite } from '../../lib/website.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { LogoField } from './logo-field.tsx';
import { useBusinessMutation } from './use-business-mutation.ts';

const hexColor = /^#[0-9a-f]{6}$/i;

interface BusinessFormProps {
  /** Null creates a new business. */
  business: Business | null;
  onClose: () => void;
}

/** Creates a business, which needs a name only, or edits the details of one. */
export function BusinessForm({ business, onClose }: BusinessFormProps) {
  const { t } = useText();
  const form = useForm({
    initialValues: {
      name: business?.name ?? '',
      category: business?.category ?? '',
      website: business?.website ?? '',
      phone: business?.phone ?? '',
      brandColor: business?.brandColor ?? '',
    },
    validate: {
      website: (typed) => {
        if (tryParseWebsite(typed) !== undefined) return null;
        return holdsCredentials(typed)
          ? t('common:websiteCredentials')
          : t('businesses:field.websiteStrange');
      },
      brandColor: (typed) =>
        typed === '' || hexColor.test(typed) ? null : t('businesses:field.colorStrange'),
    },
    validateInputOnChange: ['website', 'brandColor'],
  });
  const { name, brandColor } = form.values;
  const save = useBusinessMutation(async (values: typeof form.values) => {
    if (business === null) return client.businesses.create({ name: values.name.trim() });
    return client.businesses.update({
      id: business.id,
      name: values.name.trim(),
      website: tryParseWebsite(values.website) ?? null,
      category: values.category.trim() || null,
      phone: values.phone.trim() || null,
      brandColor: values.brandColor === '' ? null : values.brandColor.toLowerCase(),
      updatedAt: business.updatedAt,
    });
  }, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={business === null ? t('businesses:create') : t('businesses:editTitle', { name: business.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={t('businesses:field.name')}
            maxLength={80}
            required
            autoComplete="organization"
            {...form.getInputProps('name')}
          />
          {business === null ? null : (
            <>
              <TextInput
                label={t('businesses:field.category')}
                placeholder={t('businesses:field.categoryExample')}
                maxLength={60}
                {...form.getInputProps('category')}
              />
              <TextInput
                label={t('businesses:field.website')}
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={200}
                {...form.getInputProps('website')}
              />
              <TextInput
                label={t('businesses:field.phone')}
                type="tel"
                autoComplete="tel"
                maxLength={40}
                {...form.getInputProps('phone')}
              />
              <LogoField business={business} />
              <ColorInput
                label={t('businesses:field.color')}
                description={t('businesses:field.colorHint')}
                format="hex"
                maxLength={7}
                {...form.getInputProps('brandColor')}
                eyeDropperButtonProps={{ 'aria-label': t('businesses:field.colorPick') }}
              />
              {hexColor.test(brandColor) && contrast(brandColor, '#ffffff') < readableRatio ? (
                <Notice tone="warn">{t('businesses:field.colorPale')}</Notice>
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
