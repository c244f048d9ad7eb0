import { type CodeDesign, plainDesign } from '@kindling/contract/code-looks';
import type { Code } from '@kindling/contract/codes';
import { type Language, languages } from '@kindling/contract/constants';
import type { Pipeline } from '@kindling/contract/pipelines';
import { defaultPrimary } from '@kindling/design/tokens';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { ColorField } from '../codes/color-field.tsx';
import { useSaveFile } from '../codes/use-save-file.tsx';
import { CardPreview } from './card-preview.tsx';
import css from './nfc.module.css';

interface PrintCardProps {
  code: Pick<Code, 'id' | 'name' | 'url' | 'businessName' | 'brandColor'>;
  /** With its logo. */
  design: CodeDesign;
  /** Undefined once it is deleted. */
  pipeline: Pipeline | undefined;
  onClose: () => void;
}

/** The language in which the owner wrote texts of the page, else that of the app. */
function pageLanguage(pipeline: Pipeline | undefined, own: Language): Language {
  const written = languages.filter((one) => pipeline?.settings.texts[one] !== undefined);
  return written.includes(own) ? own : (written[0] ?? own);
}

/** Language and color of a printed card, with a drawing of both sides. */
export function PrintCard({ code, design, pipeline, onClose }: PrintCardProps) {
  const { t, i18n } = useText();
  const [language, setLanguage] = useState(() => pageLanguage(pipeline, currentLanguage(i18n)));
  const [color, setColor] = useState(code.brandColor ?? defaultPrimary);
  const save = useSaveFile();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('codes:nfc.printTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.form}>
        <div className={css.printChoices}>
          <NativeSelect
            data-autofocus
            label={t('codes:files.language')}
            data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
            value={language}
            onChange={({ currentTarget: { value } }) =>
              setLanguage(languages.find((one) => one === value) ?? language)
            }
          />
          <ColorField label={t('codes:nfc.printColor')} value={color} onChange={setColor} />
        </div>
        <CardPreview
          businessName={code.businessName}
          ownText={design.frame.text}
          // A print has a frame of its own.
          design={{ ...design, frame: plainDesign.frame }}
          url={code.url}
          color={color}
          language={language}
        />
        <p className={css.text}>{t('codes:files.printHint')}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            leftSection={<IconDownload size={16} />}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                request: { ids: [code.id], file: 'nfc-card', language, color },
                name: code.name,
              })
            }
          >
            {t('codes:nfc.printDownload')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
