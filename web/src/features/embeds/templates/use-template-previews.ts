import { type EmbedKind, type EmbedSettings, maxEmbedLocations } from '@kindling/contract/embed-settings';
import type { SiteLook } from '@kindling/contract/site-look';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { type TemplateContext, type TemplateName, templateSettings, templatesOf } from './templates.ts';

export interface TemplateChoice {
  name: TemplateName;
  /** The name that the embed gets. */
  label: string;
  settings: EmbedSettings;
}

// locale-keys: widget-templates.template.*

/** What the signed-in person begins with: their language, the locations that they are limited to, and the colors of their site. */
export function useTemplateContext(look: SiteLook | null): TemplateContext {
  const { i18n } = useText();
  const language = currentLanguage(i18n);
  const limit = useAuth().additionalUserDetails?.account?.locationIds ?? null;
  return useMemo(
    () => ({ language, locationIds: limit?.slice(0, maxEmbedLocations) ?? [], look }),
    [language, limit, look],
  );
}

/** The templates with the settings that they would create, and their pictures, which are one request. */
export function useTemplatePreviews(kind: EmbedKind, context: TemplateContext) {
  const { t } = useText();
  const choices = useMemo(
    () =>
      templatesOf(kind).map((name): TemplateChoice => {
        const label = t(`widget-templates:template.${name}.name`);
        return { name, label, settings: templateSettings(name, context) };
      }),
    [kind, context, t],
  );
  const previews = useQuery(
    query.embeds.previews.queryOptions({
      input: { kind, settings: choices.map(({ settings }) => settings) },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  );
  return { choices, previews };
}
