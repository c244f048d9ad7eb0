import { pictureSizes } from '@kindling/contract/code-files';
import type { PrintKind } from '@kindling/contract/code-prints';
import type { Code, CodeFileRequest } from '@kindling/contract/codes';
import { languages } from '@kindling/contract/constants';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import css from './downloads.module.css';
import { drawCode } from './draw-code.ts';
import { Paper } from './paper.tsx';
import { useSaveFile } from './use-save-file.tsx';

// locale-keys: codes.files.kind.*
// locale-keys: codes.files.size.*

const sizes = [pictureSizes.least, 512, pictureSizes.usual, 2048, pictureSizes.most];

interface DownloadsProps {
  code: Pick<Code, 'id' | 'name' | 'url' | 'design'>;
  prints: readonly PrintKind[];
  /** While changes are not saved, files would show the code as it was. */
  unsaved: boolean;
}

/** Pictures and files to print. */
export function Downloads({ code, prints, unsaved }: DownloadsProps) {
  const { t, i18n } = useText();
  const [size, setSize] = useState<number>(pictureSizes.usual);
  const [language, setLanguage] = useState(currentLanguage(i18n));
  const save = useSaveFile();
  const callToAction = t('print:callToAction');
  const picture = useMemo(
    () => svgAddress(drawCode({ content: code.url, design: code.design, callToAction }, 300) ?? ''),
    [code.url, code.design, callToAction],
  );
  const start = (file: CodeFileRequest['file']) =>
    save.mutate({ request: { ids: [code.id], file, language, size }, name: code.name });
  const busy = (file: CodeFileRequest['file']) => save.isPending && save.variables.request.file === file;
  return (
    <Panel title={t('codes:files.title')}>
      {unsaved ? <p className={css.note}>{t('codes:files.unsaved')}</p> : null}
      <h3 className={css.heading}>{t('codes:files.picture')}</h3>
      <Group align="end" gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={busy('svg')}
          onClick={() => start('svg')}
        >
          SVG
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={busy('png')}
          onClick={() => start('png')}
        >
          PNG
        </Button>
        <NativeSelect
          className={css.size}
          aria-label={t('codes:files.pngSize')}
          data={sizes.map((one) => ({
            value: String(one),
            label: t('codes:files.pixels', { size: formatNumber(one, i18n.language) }),
          }))}
          value={String(size)}
          onChange={({ currentTarget: { value } }) => setSize(Number(value))}
        />
      </Group>
      <div className={css.printHead}>
        <div>
          <h3 className={css.heading}>{t('codes:files.print')}</h3>
          <p className={css.note}>{t('codes:files.printHint')}</p>
        </div>
        <NativeSelect
          label={t('codes:files.language')}
          data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
          value={language}
          onChange={({ currentTarget: { value } }) =>
            setLanguage(languages.find((one) => one === value) ?? language)
          }
        />
      </div>
      <ul className={css.prints}>
        {prints.map((kind) => (
          <li key={kind}>
            <button type="button" className={css.print} disabled={busy(kind)} onClick={() => start(kind)}>
              <Paper kind={kind} picture={picture} />
              <span className={css.printName}>{t(`codes:files.kind.${kind}`)}</span>
              <span className={css.printSize}>{t(`codes:files.size.${kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
