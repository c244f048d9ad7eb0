import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { client, query } from '../lib/api/client.ts';
import { currentLanguage, useText } from '../lib/i18n/text.ts';
import css from './first-step.module.css';
import { Notice } from './notice.tsx';
import { ErrorText } from './states.tsx';

/** Creates the first widget and opens its editor, where it gets its name and look. Only for members who may make widgets. */
export function CreateFirstWidget() {
  const { t, i18n } = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      client.embeds.create({
        kind: 'widget',
        name: t('common:firstWidget.name'),
        language: currentLanguage(i18n),
      }),
    onSuccess: async ({ embed }) => {
      await queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      await queries.invalidateQueries({ queryKey: query.analytics.key() });
      await navigate(`/widgets/edit-widget/${embed.id}`);
    },
  });
  return (
    <>
      <Button loading={create.isPending} onClick={() => create.mutate()}>
        {t('common:firstWidget.create')}
      </Button>
      {create.error === null ? null : (
        <div className={css.failed}>
          <Notice tone="bad" alert>
            <ErrorText error={create.error} />
          </Notice>
        </div>
      )}
    </>
  );
}
