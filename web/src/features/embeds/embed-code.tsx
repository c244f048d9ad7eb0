import type { Embed } from '@kindling/contract/embeds';
import { Button, CopyButton, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import css from './editor.module.css';
import { readChoice } from './read-choice.ts';

// locale-keys: widgets.embed.*
// locale-keys: widgets.embed.steps.*

const ways = ['script', 'iframe', 'json'] as const;
const builders = ['html', 'wordpress', 'shopify', 'wix', 'squarespace', 'webflow'] as const;
/** Names as their makers write them; the same in every language. */
const builderNames: Record<(typeof builders)[number], string | null> = {
  html: null,
  wordpress: 'WordPress',
  shopify: 'Shopify',
  wix: 'Wix',
  squarespace: 'Squarespace',
  webflow: 'Webflow',
};

interface EmbedCodeProps {
  embed: Embed;
  publishing: boolean;
  onPublish: () => void;
}

/** The code to paste and where to paste it. */
export function EmbedCode({ embed, publishing, onPublish }: EmbedCodeProps) {
  const { t } = useText();
  const [way, setWay] = useState<(typeof ways)[number]>('script');
  if (embed.snippets === null)
    return (
      <EmptyState
        icon={<IconCode size={22} />}
        title={t('widgets:embed.unpublishedTitle')}
        text={t('widgets:embed.unpublishedText')}
        action={
          <Button loading={publishing} onClick={onPublish}>
            {t('widgets:editor.publish')}
          </Button>
        }
      />
    );
  const code = embed.snippets[way];
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('widgets:embed.way')}
        value={way}
        onChange={(value) => setWay(readChoice(value, ways))}
        data={ways.map((value) => ({ value, label: t(`widgets:embed.${value}.name`) }))}
      />
      <p className={css.note}>{t(`widgets:embed.${way}.text`)}</p>
      <textarea
        className={css.code}
        readOnly
        value={code}
        rows={Math.min(8, Math.ceil(code.length / 40) + 1)}
        aria-label={t('widgets:embed.code')}
        spellCheck={false}
      />
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            fullWidth
            variant={copied ? 'light' : 'filled'}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? t('common:copied') : t('widgets:embed.copy')}
          </Button>
        )}
      </CopyButton>
      {embed.changed ? <Notice tone="warn">{t('widgets:embed.changed')}</Notice> : null}
      {way === 'json' ? null : <Help />}
    </>
  );
}

function Help() {
  const { t } = useText();
  const [builder, setBuilder] = useState<(typeof builders)[number]>('html');
  return (
    <div className={css.help}>
      <NativeSelect
        label={t('widgets:embed.helpFor')}
        value={builder}
        onChange={(event) => setBuilder(readChoice(event.currentTarget.value, builders))}
        data={builders.map((value) => ({
          value,
          label: builderNames[value] ?? t('widgets:embed.plainHtml'),
        }))}
      />
      <ol>
        {(['first', 'second', 'third'] as const).map((step) => (
          <li key={step}>{t(`widgets:embed.steps.${builder}.${step}`)}</li>
        ))}
      </ol>
    </div>
  );
}
