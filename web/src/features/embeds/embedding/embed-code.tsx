import type { Embed } from '@kindling/contract/embeds';
import { Button, CopyButton, NativeSelect } from '@mantine/core';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { readChoice } from '../read-choice.ts';
import css from './embedding.module.css';
import { PageCheck } from './page-check.tsx';
import {
  type Builder,
  builders,
  hasParagraph,
  hasSteps,
  stepKeys,
  styleRule,
  type Way,
  waysOf,
} from './ways.ts';

// locale-keys: widgets.embed.*
// locale-keys: widgets.embed.steps.*
// locale-keys: widgets.embed.frameSteps.*

/** Names as their makers write them; the same in every language. */
const builderNames: Record<Builder, string | null> = {
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

/** The code to paste, where to paste it, and whether it has arrived. */
export function EmbedCode({ embed, publishing, onPublish }: EmbedCodeProps) {
  const { t } = useText();
  const [chosen, setChosen] = useState<Way>('script');
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
  const ways = waysOf(embed);
  // Another layout may have been published meanwhile.
  const way = ways.includes(chosen) ? chosen : 'script';
  const code = embed.snippets[way];
  return (
    <>
      <WayPicker ways={ways} chosen={way} onChoose={setChosen} />
      <p className={css.text}>{t(`widgets:embed.${way}.text`)}</p>
      {way === 'schema' ? <Notice tone="info">{t('widgets:embed.schema.stars')}</Notice> : null}
      {code === null ? <p className={css.text}>{t('widgets:embed.schema.none')}</p> : <Code code={code} />}
      {embed.changed ? <Notice tone="warn">{t('widgets:embed.changed')}</Notice> : null}
      {hasParagraph(way) ? <p className={css.text}>{t(`widgets:embed.${way}.how`)}</p> : null}
      {hasSteps(way) ? <Help way={way} ways={ways} onChoose={setChosen} /> : null}
      {hasSteps(way) && code !== null ? <OwnStyles code={code} /> : null}
      <PageCheck id={embed.id} />
    </>
  );
}

interface WayPickerProps {
  ways: readonly Way[];
  chosen: Way;
  onChoose: (way: Way) => void;
}

function WayPicker({ ways, chosen, onChoose }: WayPickerProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={css.ways}>
      <legend className="k-hidden">{t('widgets:embed.way')}</legend>
      {ways.map((way) => (
        <label key={way} className={css.way}>
          <input
            type="radio"
            className="k-hidden"
            name={name}
            value={way}
            checked={way === chosen}
            onChange={() => onChoose(way)}
          />
          <span>{t(`widgets:embed.${way}.name`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Code({ code }: { code: string }) {
  const { t } = useText();
  return (
    <>
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
    </>
  );
}

/** The room to keep, for sites whose editor removes the style attribute. */
function OwnStyles({ code }: { code: string }) {
  const { t } = useText();
  const rule = styleRule(code);
  if (rule === null) return null;
  return (
    <details className={css.help}>
      <summary>{t('widgets:embed.stripped.styleTitle')}</summary>
      <p className={css.text}>{t('widgets:embed.stripped.styleText')}</p>
      <pre className={css.rule}>{rule}</pre>
    </details>
  );
}

interface StrippedProps {
  ways: readonly Way[];
  onChoose: (way: Way) => void;
}

/** Whom WordPress takes the code away from, and the way that works there: kses keeps addresses and pictures. */
function Stripped({ ways, onChoose }: StrippedProps) {
  const { t } = useText();
  const other = ways.includes('address') ? 'address' : 'picture';
  return (
    <Notice
      tone="warn"
      action={
        <Button size="xs" variant="default" onClick={() => onChoose(other)}>
          {t(other === 'address' ? 'widgets:embed.stripped.useAddress' : 'widgets:embed.stripped.usePicture')}
        </Button>
      }
    >
      {t('widgets:embed.stripped.wordpress')}
    </Notice>
  );
}

function Help({ way, ways, onChoose }: { way: Way } & StrippedProps) {
  const { t } = useText();
  const [builder, setBuilder] = useState<Builder>('html');
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
        {stepKeys(way, builder).map((key) => (
          <li key={key}>{t(`widgets:embed.${key}` as 'widgets:embed.steps.html.first')}</li>
        ))}
      </ol>
      {builder === 'wordpress' ? <Stripped ways={ways} onChoose={onChoose} /> : null}
    </div>
  );
}
