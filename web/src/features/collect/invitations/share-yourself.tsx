import { type Language, languages } from '@kindling/contract/constants';
import type { Pipeline } from '@kindling/contract/pipelines';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, CopyButton, NativeSelect } from '@mantine/core';
import { IconBrandWhatsapp, IconCheck, IconCopy, IconMessage, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { ChosenPipeline, PipelineChoice } from '../chosen-pipeline.tsx';
import css from './share.module.css';
import { smsLink, whatsAppLink } from './share-links.ts';
import { TextField } from './text-field.tsx';
import { useTextsIn } from './use-texts-in.ts';

/** Two messages of a phone. */
const maxTextLength = 300;

/** A text with the plain link, sent from the owner's own phone. Nothing of it is stored. */
export function ShareYourself() {
  return <ChosenPipeline>{(pipeline) => <ShareForm key={pipeline.id} pipeline={pipeline} />}</ChosenPipeline>;
}

function ShareForm({ pipeline }: { pipeline: Pipeline }) {
  const { t, i18n } = useText();
  const [language, setLanguage] = useState<Language>(() => currentLanguage(i18n));
  /** Null: our own. */
  const [own, setOwn] = useState<string | null>(null);
  const ours = useTextsIn(language, pipeline.businessName);
  const text = own ?? ours('share');
  const message = text.trim() === '' ? pipeline.url : `${text.trim()}\n${pipeline.url}`;
  return (
    <section className={css.share}>
      <header>
        <h2 className={css.title}>{t('invitations:share.title')}</h2>
        <p className={css.lead}>{t('invitations:share.lead')}</p>
      </header>
      <div className={css.split}>
        <div className={css.fields}>
          <PipelineChoice />
          <NativeSelect
            label={t('invitations:share.language')}
            value={language}
            onChange={(event) =>
              setLanguage(languages.find((one) => one === event.currentTarget.value) ?? language)
            }
            data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
          />
          <TextField
            label={t('invitations:share.text')}
            description={t('invitations:share.textHint')}
            language={language}
            most={maxTextLength}
            value={text}
            onChange={setOwn}
          />
          {own === null ? null : (
            <Button variant="subtle" size="xs" className={css.start ?? ''} onClick={() => setOwn(null)}>
              {t('invitations:share.reset')}
            </Button>
          )}
          <p className={css.fair}>{t('invitations:share.fair')}</p>
        </div>
        <div className={css.side}>
          <figure className={css.bubbleBox}>
            <figcaption className={css.caption}>{t('invitations:share.preview')}</figcaption>
            <div className={css.bubble} lang={languageFacts[language].tag} dir="auto">
              {text.trim() === '' ? null : <p>{text.trim()}</p>}
              <p className={css.link}>{pipeline.url}</p>
            </div>
          </figure>
          <Ways message={message} />
        </div>
      </div>
    </section>
  );
}

function Ways({ message }: { message: string }) {
  const { t } = useText();
  const shares = typeof navigator.share === 'function';
  return (
    <div className={css.ways}>
      <CopyButton value={message}>
        {({ copied, copy }) => (
          <Button
            leftSection={copied ? <IconCheck size={17} aria-hidden /> : <IconCopy size={17} aria-hidden />}
            onClick={copy}
          >
            <span aria-live="polite">
              {t(copied ? 'invitations:share.copied' : 'invitations:share.copy')}
            </span>
          </Button>
        )}
      </CopyButton>
      <Button
        component="a"
        href={smsLink(message)}
        variant="default"
        leftSection={<IconMessage size={17} aria-hidden />}
      >
        {t('invitations:share.sms')}
      </Button>
      <Button
        component="a"
        href={whatsAppLink(message)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconBrandWhatsapp size={17} aria-hidden />}
      >
        {t('invitations:share.whatsApp')}
      </Button>
      {shares ? (
        <Button
          variant="default"
          leftSection={<IconShare2 size={17} aria-hidden />}
          // Closing the phone's own dialog without a choice rejects, and needs no word.
          onClick={() => void navigator.share({ text: message }).catch(() => undefined)}
        >
          {t('invitations:share.other')}
        </Button>
      ) : null}
      <p className={css.desktop}>{t('invitations:share.desktop')}</p>
    </div>
  );
}
