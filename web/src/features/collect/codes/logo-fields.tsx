import { type CodeDesign, logoSizes } from '@kindling/contract/code-looks';
import { Button, FileButton, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { formatPercent } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './design-form.module.css';
import { Range } from './range.tsx';
import { readLogo } from './read-logo.ts';

interface LogoFieldsProps {
  design: CodeDesign;
  onChange: (part: Partial<CodeDesign>) => void;
}

/** The owner's picture in the middle. A new one raises the error correction, which restores what it hides. */
export function LogoFields({ design, onChange }: LogoFieldsProps) {
  const { t, i18n } = useText();
  const [unreadable, setUnreadable] = useState(false);
  const { logo, logoSize, logoClear } = design;
  const choose = async (file: File | null) => {
    if (file === null) return;
    const picture = await readLogo(file);
    setUnreadable(picture === null);
    if (picture !== null) onChange({ logo: picture, errorLevel: 'H' });
  };
  return (
    <>
      <p className={css.hint}>{t('codes:design.logoHint')}</p>
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" size="sm" {...props}>
              {t(logo.kind === 'picture' ? 'codes:design.otherLogo' : 'codes:design.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {logo.kind === 'none' ? null : (
          <Button variant="subtle" size="sm" onClick={() => onChange({ logo: { kind: 'none' } })}>
            {t('codes:design.removeLogo')}
          </Button>
        )}
      </Group>
      {unreadable ? (
        <p className={css.fault} role="alert">
          {t('codes:design.logoUnreadable')}
        </p>
      ) : null}
      {logo.kind === 'none' ? null : (
        <>
          <Range
            label={t('codes:design.logoSize')}
            value={logoSize}
            words={formatPercent(logoSize, i18n.language)}
            min={logoSizes.least}
            max={logoSizes.most}
            step={0.01}
            onChange={(value) => onChange({ logoSize: Math.round(value * 100) / 100 })}
          />
          <Switch
            label={t('codes:design.logoClear')}
            checked={logoClear}
            onChange={(event) => onChange({ logoClear: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
