import type { CodeDesign } from '@kindling/contract/code-looks';
import { useText } from '../../../lib/i18n/text.ts';
import { CodePicture } from './code-picture.tsx';
import css from './design-form.module.css';

// locale-keys: codes.shape.*

/** A short text gives a small code, in which the shapes can be seen. */
const sample = 'ok';

interface ShapeChoiceProps<Shape extends string> {
  label: string;
  options: readonly Shape[];
  value: Shape;
  /** The design with this shape, for its picture. */
  draw: (shape: Shape) => CodeDesign;
  onChange: (shape: Shape) => void;
}

/** Shapes to choose from, each as a small code that has it. */
export function ShapeChoice<Shape extends 'square' | 'rounded' | 'circle' | 'leaf' | CodeDesign['modules']>({
  label,
  options,
  value,
  draw,
  onChange,
}: ShapeChoiceProps<Shape>) {
  const { t } = useText();
  return (
    <fieldset className={css.shapes}>
      <legend className={css.legend}>{label}</legend>
      {options.map((shape) => {
        const design = draw(shape);
        const bare: CodeDesign = {
          ...design,
          logo: { kind: 'none' },
          quietZone: 2,
          errorLevel: 'L',
          frame: { ...design.frame, kind: 'none' },
        };
        return (
          <button
            key={shape}
            type="button"
            className={css.shape}
            aria-pressed={shape === value}
            aria-label={t(`codes:shape.${shape}`)}
            title={t(`codes:shape.${shape}`)}
            onClick={() => onChange(shape)}
          >
            <CodePicture content={sample} design={bare} label="" />
          </button>
        );
      })}
    </fieldset>
  );
}
