import {
  type PipelineSettings,
  pageFonts,
  pageLooks,
  pageThemes,
} from '@kindling/contract/pipeline-settings';
import { contrast, readableRatio } from '@kindling/design/color';
import { defaultPrimary } from '@kindling/design/tokens';
import { Anchor, Input, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { HexColorField } from '../../../ui/hex-color-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import shared from '../collect.module.css';
import { CompositionDrawing } from './composition-drawing.tsx';
import css from './editor.module.css';
import type { GroupProps } from './group-props.ts';

// locale-keys: pipeline.look.composition.*
// locale-keys: pipeline.look.theme.*
// locale-keys: pipeline.look.font.*

/** Composition, theme, font, color and logo of the page. */
export function LookGroup({ settings, onChange, businessId }: GroupProps & { businessId: string }) {
  const { t } = useText();
  const { look } = settings;
  const { data } = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const business = data?.businesses.find(({ id }) => id === businessId);
  const change = (part: Partial<PipelineSettings['look']>) =>
    onChange(`look.${Object.keys(part).join()}`, { ...settings, look: { ...look, ...part } });
  const color = look.color ?? business?.brandColor ?? defaultPrimary;
  return (
    <SettingsGroup
      title={t('pipeline:look.title')}
      summary={t(`pipeline:look.composition.${look.composition}`)}
      hasErrors={false}
    >
      <CompositionChoice chosen={look.composition} onChoose={(composition) => change({ composition })} />
      <Input.Wrapper label={t('pipeline:look.themeLabel')} labelElement="div">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('pipeline:look.themeLabel')}
          value={look.theme}
          onChange={(value) => change({ theme: parseOption(value, pageThemes) })}
          data={pageThemes.map((theme) => ({ value: theme, label: t(`pipeline:look.theme.${theme}`) }))}
        />
      </Input.Wrapper>
      <NativeSelect
        label={t('pipeline:look.fontLabel')}
        value={look.font}
        onChange={(event) => change({ font: parseOption(event.currentTarget.value, pageFonts) })}
        data={pageFonts.map((font) => ({ value: font, label: t(`pipeline:look.font.${font}`) }))}
      />
      <HexColorField
        label={t('pipeline:look.color')}
        value={look.color}
        onChange={(chosen) => change({ color: chosen })}
        words={{ invalid: t('pipeline:look.colorInvalid'), pick: t('pipeline:look.pickColor') }}
        unset={{
          color: business?.brandColor ?? defaultPrimary,
          name: t('pipeline:look.businessColor'),
          action: t('pipeline:look.useBusinessColor'),
          restore: () => change({ color: null }),
        }}
      />
      <div role="status" className={shared.notes}>
        {contrast(color, '#ffffff') < readableRatio ? (
          <Notice tone="warn">{t('pipeline:look.pale')}</Notice>
        ) : null}
      </div>
      <Switch
        label={t('pipeline:look.logo')}
        description={
          business === undefined || business.logo !== null ? null : (
            <>
              {t('pipeline:look.noLogo')}{' '}
              <Anchor component={Link} to="/businesses" size="xs">
                {t('pipeline:look.addLogo')}
              </Anchor>
            </>
          )
        }
        checked={look.logo}
        onChange={(event) => change({ logo: event.currentTarget.checked })}
      />
    </SettingsGroup>
  );
}

interface CompositionChoiceProps {
  chosen: (typeof pageLooks)[number];
  onChoose: (composition: (typeof pageLooks)[number]) => void;
}

/** Chooses by a drawing. These are native radio buttons, so arrow keys work. */
function CompositionChoice({ chosen, onChoose }: CompositionChoiceProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={css.compositions}>
      <legend className="k-hidden">{t('pipeline:look.compositionLabel')}</legend>
      {pageLooks.map((composition) => (
        <label key={composition} className={css.composition}>
          <input
            type="radio"
            className="k-hidden"
            name={name}
            checked={composition === chosen}
            onChange={() => onChoose(composition)}
          />
          <CompositionDrawing composition={composition} />
          <span>{t(`pipeline:look.composition.${composition}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
