import {
  type CodeDesign,
  codeLooks,
  cornerShapes,
  errorLevels,
  frameKinds,
  lookDesign,
  maxFrameText,
  moduleShapes,
  quietZones,
} from '@kindling/contract/code-looks';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { WordingNotes } from '../wording-notes.tsx';
import { CodePicture } from './code-picture.tsx';
import { ColorField } from './color-field.tsx';
import css from './design-form.module.css';
import { GradientFields } from './gradient-fields.tsx';
import { LogoFields } from './logo-fields.tsx';
import { Range } from './range.tsx';
import { ShapeChoice } from './shape-choice.tsx';

// locale-keys: codes.look.*
// locale-keys: codes.frame.*
// locale-keys: codes.level.*

interface DesignFormProps {
  /** What the code holds, for the pictures of the looks. */
  content: string;
  design: CodeDesign;
  onChange: (design: CodeDesign) => void;
}

/** Everything about the looks of a code, from the quick choice to the details. */
export function DesignForm({ content, design, onChange }: DesignFormProps) {
  const { t } = useText();
  const change = (part: Partial<CodeDesign>) => onChange({ ...design, ...part });
  return (
    <>
      <LookPicker content={content} design={design} onChange={onChange} />
      <div className={css.groups}>
        <DesignGroup title={t('codes:design.colors')}>
          <ColorField
            label={t('codes:design.color')}
            value={design.color}
            onChange={(color) => change({ color })}
          />
          <ColorField
            label={t('codes:design.background')}
            value={design.background}
            onChange={(background) => change({ background })}
            none={{ name: t('codes:design.transparent'), restore: () => change({ background: null }) }}
          />
          <ColorField
            label={t('codes:design.cornerColor')}
            value={design.cornerColor}
            onChange={(cornerColor) => change({ cornerColor })}
            none={{ name: t('codes:design.asCode'), restore: () => change({ cornerColor: null }) }}
          />
          <GradientFields value={design.gradient} onChange={(gradient) => change({ gradient })} />
        </DesignGroup>
        <DesignGroup title={t('codes:design.shapes')}>
          <ShapeChoice
            label={t('codes:design.modules')}
            options={moduleShapes}
            value={design.modules}
            draw={(modules) => ({ ...design, modules })}
            onChange={(modules) => change({ modules })}
          />
          <ShapeChoice
            label={t('codes:design.cornerOuter')}
            options={cornerShapes}
            value={design.cornerOuter}
            draw={(cornerOuter) => ({ ...design, cornerOuter })}
            onChange={(cornerOuter) => change({ cornerOuter })}
          />
          <ShapeChoice
            label={t('codes:design.cornerInner')}
            options={cornerShapes}
            value={design.cornerInner}
            draw={(cornerInner) => ({ ...design, cornerInner })}
            onChange={(cornerInner) => change({ cornerInner })}
          />
        </DesignGroup>
        <DesignGroup title={t('codes:design.frame')}>
          <FrameFields design={design} onChange={change} />
        </DesignGroup>
        <DesignGroup title={t('codes:design.logo')}>
          <LogoFields design={design} onChange={change} />
        </DesignGroup>
        <DesignGroup title={t('codes:design.scanning')}>
          <NativeSelect
            label={t('codes:design.errorLevel')}
            description={t('codes:design.errorLevelHint')}
            data={errorLevels.map((level) => ({ value: level, label: t(`codes:level.${level}`) }))}
            value={design.errorLevel}
            onChange={({ currentTarget: { value } }) => {
              const errorLevel = errorLevels.find((one) => one === value);
              if (errorLevel !== undefined) change({ errorLevel });
            }}
          />
          <Range
            label={t('codes:design.quietZone')}
            value={design.quietZone}
            min={quietZones.least}
            max={quietZones.most}
            onChange={(quietZone) => change({ quietZone })}
          />
        </DesignGroup>
      </div>
    </>
  );
}

/** All looks, each as the picture that it gives. A logo stays when the look changes. */
function LookPicker({ content, design, onChange }: DesignFormProps) {
  const { t } = useText();
  const kept = { logo: design.logo, logoSize: design.logoSize, errorLevel: design.errorLevel };
  const withLogo = design.logo.kind === 'none' ? {} : kept;
  return (
    <fieldset className={css.looks}>
      <legend className={css.legend}>{t('codes:design.looks')}</legend>
      {codeLooks.map((look) => {
        const value = { ...lookDesign(look), ...withLogo };
        const text = design.frame.text;
        const chosen = { ...value, frame: { ...value.frame, text } };
        return (
          <button
            key={look}
            type="button"
            className={css.look}
            aria-pressed={JSON.stringify(chosen) === JSON.stringify(design)}
            onClick={() => onChange(chosen)}
          >
            <span className={css.lookPicture}>
              <CodePicture content={content} design={value} label="" />
            </span>
            {t(`codes:look.${look}`)}
          </button>
        );
      })}
    </fieldset>
  );
}

function FrameFields({
  design,
  onChange,
}: {
  design: CodeDesign;
  onChange: (part: Partial<CodeDesign>) => void;
}) {
  const { t, i18n } = useText();
  const { frame } = design;
  const change = (part: Partial<CodeDesign['frame']>) => onChange({ frame: { ...frame, ...part } });
  return (
    <>
      <NativeSelect
        label={t('codes:design.frameKind')}
        data={frameKinds.map((kind) => ({ value: kind, label: t(`codes:frame.${kind}`) }))}
        value={frame.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = frameKinds.find((one) => one === value);
          if (kind !== undefined) change({ kind });
        }}
      />
      {frame.kind === 'none' ? null : (
        <>
          <TextInput
            label={t('codes:design.frameText')}
            description={t('codes:design.frameTextHint')}
            placeholder={t('print:callToAction')}
            maxLength={maxFrameText}
            value={frame.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <WordingNotes text={frame.text} language={currentLanguage(i18n)} />
          <NativeSelect
            label={t('codes:design.framePosition')}
            data={[
              { value: 'above', label: t('codes:design.above') },
              { value: 'below', label: t('codes:design.below') },
            ]}
            value={frame.position}
            onChange={({ currentTarget: { value } }) =>
              change({ position: value === 'above' ? 'above' : 'below' })
            }
          />
          <ColorField
            label={t('codes:design.frameColor')}
            value={frame.color}
            onChange={(color) => change({ color })}
          />
          <ColorField
            label={t('codes:design.frameTextColor')}
            value={frame.textColor}
            onChange={(textColor) => change({ textColor })}
            none={{ name: t('codes:design.automatic'), restore: () => change({ textColor: null }) }}
          />
        </>
      )}
    </>
  );
}

function DesignGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <section className={css.group}>
      <h2 className={css.groupTitle}>
        <button
          type="button"
          className={css.groupButton}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {title}
          <IconChevronDown size={16} className={css.chevron} aria-hidden />
        </button>
      </h2>
      <div id={id} className={css.groupBody} hidden={!open}>
        {open ? children : null}
      </div>
    </section>
  );
}
