/** The generator's form as the page has it: disabled until its script (qr.entry.ts) runs. */
import type qrTexts from '@kindling/locales/en/site-qr.json';
import type { ReactNode } from 'react';
import { contentKinds } from './content.ts';
import { levels, makeMatrix, pathOf, pictureSizes, shapes, viewBox } from './drawing.ts';

export type QrTexts = typeof qrTexts;

/** A domain that is reserved for examples (RFC 2606). */
const exampleAddress = 'https://example.com/';

export function Generator({ texts }: { texts: QrTexts }) {
  const { form, status, problem, preview } = texts;
  const said = { ...status, ...problem, print: preview.print };
  return (
    <form id="qr" className="qr" aria-label={form.label} noValidate data-texts={JSON.stringify(said)}>
      <noscript>
        <p className="qr-no-script">{form.noScript}</p>
      </noscript>
      <fieldset className="qr-fields" disabled>
        <legend className="quiet">{form.label}</legend>
        <Choice
          name="kind"
          label={form.kind}
          options={contentKinds.map((kind) => [kind, form[`kind_${kind}`]])}
          chosen="address"
        />
        <Contents form={form} />
        <div className="qr-pair">
          <Field id="qr-level" label={form.level} hint={form.levelHint}>
            <select id="qr-level" name="level" defaultValue="M" aria-describedby="qr-level-hint">
              {levels.map((level) => (
                <option key={level} value={level}>
                  {form[`level_${level}`]}
                </option>
              ))}
            </select>
          </Field>
          <Field id="qr-size" label={form.size} hint={form.sizeHint} problem>
            <input
              id="qr-size"
              name="size"
              type="number"
              inputMode="numeric"
              min={pictureSizes.least}
              max={pictureSizes.most}
              defaultValue={pictureSizes.usual}
              aria-describedby="qr-size-hint qr-size-problem"
            />
          </Field>
        </div>
        <div className="qr-pair">
          <Choice
            name="shape"
            label={form.shape}
            options={shapes.map((shape) => [shape, form[`shape_${shape}`]])}
            chosen="square"
          />
          <div>
            <div className="qr-colors">
              <Color name="code" label={form.code} value="#000000" />
              <Color name="ground" label={form.ground} value="#ffffff" />
            </div>
            <p className="qr-problem" id="qr-colors-problem" aria-live="polite" />
          </div>
        </div>
      </fieldset>
      <Result texts={texts} />
    </form>
  );
}

function Contents({ form }: { form: QrTexts['form'] }) {
  return (
    <>
      <Field id="qr-address" label={form.address} hint={form.addressHint} problem>
        <input
          id="qr-address"
          name="address"
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://example.com/reviews"
          aria-describedby="qr-address-hint qr-address-problem"
        />
      </Field>
      <Field id="qr-text" label={form.text} hint={form.textHint} problem hidden>
        <textarea id="qr-text" name="text" rows={3} aria-describedby="qr-text-hint qr-text-problem" />
      </Field>
    </>
  );
}

interface FieldProps {
  id: string;
  label: string;
  hint: string;
  /** Adds an element for the error message. */
  problem?: boolean;
  hidden?: boolean;
  children: ReactNode;
}

function Field({ id, label, hint, problem = false, hidden = false, children }: FieldProps) {
  return (
    <div className="qr-field" id={`${id}-field`} hidden={hidden}>
      <label htmlFor={id}>{label}</label>
      {children}
      <p className="small" id={`${id}-hint`}>
        {hint}
      </p>
      {problem ? <p className="qr-problem" id={`${id}-problem`} aria-live="polite" /> : null}
    </div>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  chosen: string;
}

function Choice({ name, label, options, chosen }: ChoiceProps) {
  return (
    <fieldset className="qr-choice">
      <legend>{label}</legend>
      <div>
        {options.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Color({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div className="qr-field">
      <label htmlFor={`qr-${name}`}>{label}</label>
      <input
        id={`qr-${name}`}
        name={name}
        type="color"
        defaultValue={value}
        aria-describedby="qr-colors-problem"
      />
    </div>
  );
}

function Result({ texts }: { texts: QrTexts }) {
  const { form, preview } = texts;
  const matrix = makeMatrix(exampleAddress, 'M') ?? [];
  return (
    <div className="qr-result">
      <figure className="qr-preview" id="qr-picture">
        <svg
          id="qr-preview"
          role="img"
          aria-label={preview.label}
          viewBox={viewBox(matrix)}
          shapeRendering="crispEdges"
        >
          <rect x="-4" y="-4" width="100%" height="100%" fill="#ffffff" />
          <path d={pathOf(matrix, 'square')} fill="#000000" />
        </svg>
        <figcaption className="mark" id="qr-example">
          {preview.example}
        </figcaption>
      </figure>
      <div className="qr-facts">
        <p className="small">{preview.holds}</p>
        <output id="qr-holds" translate="no">
          {exampleAddress}
        </output>
        <p className="small" id="qr-print" />
      </div>
      <div className="qr-actions">
        {(['svg', 'png', 'copy'] as const).map((action) => (
          <button
            key={action}
            type="button"
            className={action === 'svg' ? 'button' : 'button button-quiet'}
            id={`qr-${action}`}
            disabled
          >
            {form[action]}
          </button>
        ))}
      </div>
      <p className="small" id="qr-status" role="status" />
    </div>
  );
}
