import type { Embed } from '@kindling/contract/embeds';
import { Button, CopyButton, NativeSelect } from '@mantine/core';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { readChoice } from '../read-choice.ts';
import css from './embedding.module.css';
import { PageCheck } from './page-check.tsx';
import { type OtherWays, UseWay } from './use-way.tsx';
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
  const codeField = useRef<HTMLTextAreaElement>(null);
  const [advised, setAdvised] = useState<Way | null>(null);
  // The code is far above the advice to take another one, so the focus goes there.
  useEffect(() => {
    if (advised === null) return;
    codeField.current?.focus();
    setAdvised(null);
  }, [advised]);
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
  const use = (other: Way) => {
    setChosen(other);
    setAdvised(other);
  };
  return (
    <>
      <WayPicker ways={ways} chosen={way} onChoose={setChosen} />
      <p className={css.text}>{t(`widgets:embed.${way}.text`)}</p>
      {way === 'schema' ? <Notice tone="info">{t('widgets:embed.schema.stars')}</Notice> : null}
      {code === null ? (
        <p className={css.text}>{t('widgets:embed.schema.none')}</p>
      ) : (
        <Code code={code} field={codeField} />
      )}
      {embed.changed ? <Notice tone="warn">{t('widgets:embed.changed')}</Notice> : null}
      {hasParagraph(way) ? <p className={css.text}>{t(`widgets:embed.${way}.how`)}</p> : null}
      {hasSteps(way) ? <Help way={way} ways={ways} onUse={use} /> : null}
      {hasSteps(way) && code !== null ? <OwnStyles code={code} /> : null}
      <PageCheck id={embed.id} ways={ways} onUse={use} />
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

/** Characters that the box holds without being opened. */
const shortCode = 200;

function Code({ code, field }: { code: string; field: Ref<HTMLTextAreaElement> }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const long = code.length > shortCode;
  return (
    <>
      <textarea
        id={id}
        ref={field}
        className={css.code}
        data-short={(long && !opened) || undefined}
        readOnly
        value={code}
        rows={Math.min(long && !opened ? 4 : 8, Math.ceil(code.length / 40) + 1)}
        aria-label={t('widgets:embed.code')}
        spellCheck={false}
      />
      {long ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          {t(opened ? 'widgets:embed.showLess' : 'widgets:embed.showAll')}
        </Button>
      ) : null}
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

/** Whom WordPress takes the code away from, and the way that works there: kses keeps addresses and pictures. */
function Stripped({ ways, onUse }: OtherWays) {
  const { t } = useText();
  return (
    <Notice tone="warn" action={<UseWay of={['address', 'picture']} ways={ways} onUse={onUse} />}>
      {t('widgets:embed.stripped.wordpress')}
    </Notice>
  );
}

function Help({ way, ways, onUse }: { way: Way } & OtherWays) {
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
      {builder === 'wordpress' ? <Stripped ways={ways} onUse={onUse} /> : null}
    </div>
  );
}
