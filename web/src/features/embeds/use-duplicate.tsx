import type { Embed } from '@kindling/contract/embeds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { embedKinds } from './embed-kinds.ts';

// locale-keys: errors.*

/** Copies a widget or badge with its draft settings and opens the copy. */
export function useDuplicate() {
  const { t } = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, kind, name, settings }: Pick<Embed, 'id' | 'kind' | 'name' | 'settings'>) =>
      client.embeds.create({
        kind,
        name: t('widgets:copyName', { name: name.slice(0, 70) }),
        settings: { ...settings, pickedIds: await existingPicks(id, settings) },
      }),
    onSuccess: async ({ embed }) => {
      await queries.invalidateQueries({ queryKey: query.embeds.key() });
      await navigate(embedKinds[embed.kind].edit(embed.id));
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('common:failed'), message: <ErrorText error={error} /> }),
  });
}

/** A new embed takes only reviews that exist. */
async function existingPicks(id: string, settings: Embed['settings']): Promise<string[]> {
  const { pickedIds, sources, locationIds } = settings;
  if (pickedIds.length === 0) return [];
  const { picks } = await client.embeds.picks({ id, pickedIds, sources, locationIds });
  return picks.map((pick) => pick.id);
}
