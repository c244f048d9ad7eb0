import type { Embed } from '@kindling/contract/embeds';
import { Button, CopyButton, NativeSelect } from '@mantine/core';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import {
  type Builder,
  builders,
  type EmbedMethod,
  embedMethodsOf,
  hasExplanation,
  hasSteps,
  stepKeys,
  styleRule,
} from './embed-methods.ts';
import css from './embedding.module.css';
import { PageCheck } from './page-check.tsx';
import { type MethodSwitchProps, UseMethodButton } from './use-method-button.tsx';

// locale-keys: widgets.embed.*
// locale-keys: widgets.embed.steps.*
// locale-keys: widgets.embed.frameSteps.*

/** Product names, the same in every language. */
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

/** The code to paste, instructions for the owner's site, and a check of the page. */
export function EmbedCode({ embed, publishing, onPublish }: EmbedCodeProps) {
  const { t } = useText();
  const [chosenMethod, setChosenMethod] = useState<EmbedMethod>('script');
  const codeField = useRef<HTMLTextAreaElement>(null);
  const [advisedMethod, setAdvisedMethod] = useState<EmbedMethod | null>(null);
  // The code is far above the button that switched the method, so the focus moves there.
  useEffect(() => {
    if (advisedMethod === null) return;
    codeField.current?.focus();
    setAdvisedMethod(null);
  }, [advisedMethod]);
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
  const methods = embedMethodsOf(embed);
  // The newly published layout may not offer the chosen method.
  const method = methods.includes(chosenMethod) ? chosenMethod : 'script';
  const code = embed.snippets[method];
  const switchMethod = (other: EmbedMethod) => {
    setChosenMethod(other);
    setAdvisedMethod(other);
  };
  return (
    <>
      <MethodPicker methods={methods} chosen={method} onChoose={setChosenMethod} />
      <p className={css.text}>{t(`widgets:embed.${method}.text`)}</p>
      {method === 'schema' ? <Notice tone="info">{t('widgets:embed.schema.stars')}</Notice> : null}
      {code === null ? (
        <p className={css.text}>{t('widgets:embed.schema.none')}</p>
      ) : (
        <CodeField code={code} field={codeField} />
      )}
      {embed.changed ? <Notice tone="warn">{t('widgets:embed.changed')}</Notice> : null}
      {hasExplanation(method) ? <p className={css.text}>{t(`widgets:embed.${method}.how`)}</p> : null}
      {hasSteps(method) ? <PasteHelp method={method} methods={methods} onUse={switchMethod} /> : null}
      {hasSteps(method) && code !== null ? <StyleRule code={code} /> : null}
      <PageCheck id={embed.id} methods={methods} onUse={switchMethod} />
    </>
  );
}

interface MethodPickerProps {
  methods: readonly EmbedMethod[];
  chosen: EmbedMethod;
  onChoose: (method: EmbedMethod) => void;
}

function MethodPicker({ methods, chosen, onChoose }: MethodPickerProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={css.methods}>
      <legend className="k-hidden">{t('widgets:embed.method')}</legend>
      {methods.map((method) => (
        <label key={method} className={css.method}>
          <input
            type="radio"
            className="k-hidden"
            name={name}
            value={method}
            checked={method === chosen}
            onChange={() => onChoose(method)}
          />
          <span>{t(`widgets:embed.${method}.name`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Longest code in characters that is shown without folding. */
const shortCodeLength = 200;

function CodeField({ code, field }: { code: string; field: Ref<HTMLTextAreaElement> }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const long = code.length > shortCodeLength;
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

/** The reserved size as a CSS rule, for site editors that remove the style attribute. */
function StyleRule({ code }: { code: string }) {
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

/** WordPress (kses) removes the code of authors and contributors, but keeps addresses and pictures. */
function WordPressNotice({ methods, onUse }: MethodSwitchProps) {
  const { t } = useText();
  return (
    <Notice
      tone="warn"
      action={<UseMethodButton of={['address', 'picture']} methods={methods} onUse={onUse} />}
    >
      {t('widgets:embed.stripped.wordpress')}
    </Notice>
  );
}

function PasteHelp({ method, methods, onUse }: { method: EmbedMethod } & MethodSwitchProps) {
  const { t } = useText();
  const [builder, setBuilder] = useState<Builder>('html');
  return (
    <div className={css.help}>
      <NativeSelect
        label={t('widgets:embed.helpFor')}
        value={builder}
        onChange={(event) => setBuilder(parseOption(event.currentTarget.value, builders))}
        data={builders.map((value) => ({
          value,
          label: builderNames[value] ?? t('widgets:embed.plainHtml'),
        }))}
      />
      <ol>
        {stepKeys(method, builder).map((key) => (
          <li key={key}>{t(`widgets:embed.${key}` as 'widgets:embed.steps.html.first')}</li>
        ))}
      </ol>
      {builder === 'wordpress' ? <WordPressNotice methods={methods} onUse={onUse} /> : null}
    </div>
  );
}
