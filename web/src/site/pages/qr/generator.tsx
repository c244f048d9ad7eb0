/** The generator's form as the page has it: disabled until its script (qr.entry.ts) runs. */
import {
  codeLooks,
  cornerShapes,
  errorLevels,
  frameKinds,
  maxFrameText,
  moduleShapes,
  plainDesign,
} from '@kindling/contract/code-looks';
import { makeMatrix } from '@kindling/guest/qr/matrix';
import { codeSvg } from '@kindling/guest/qr/svg';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import type qrTexts from '@kindling/locales/en/site-qr.json';
import { contentKinds } from './content.ts';
import { Choice, Color, Field, PictureChoice, Select } from './fields.tsx';
import { gradientChoices } from './gradient-choices.ts';
import { pictureSizes } from './picture-size.ts';
import { textBars } from './text-bars.ts';

export type QrTexts = typeof qrTexts;

/** A domain that is reserved for examples (RFC 2606). */
const exampleAddress = 'https://example.com/';

export function Generator({ texts }: { texts: QrTexts }) {
  const { form, status, problem, preview } = texts;
  const said = { ...status, ...problem, print: preview.print, callToAction: form.calls[0] };
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
        <PictureChoice
          name="look"
          label={form.look}
          options={codeLooks.map((look) => [look, form[`look_${look}`]])}
          chosen="plain"
        />
        <div>
          <div className="qr-colors">
            <Color name="code" label={form.code} value={plainDesign.color} />
            <Color name="ground" label={form.ground} value="#ffffff" />
          </div>
          <p className="qr-problem" id="qr-colors-problem" aria-live="polite" />
        </div>
        <Frame form={form} />
        <Details form={form} />
      </fieldset>
      <Result texts={texts} />
    </form>
  );
}

type FormTexts = { form: QrTexts['form'] };

function Contents({ form }: FormTexts) {
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

function Frame({ form }: FormTexts) {
  return (
    <div className="qr-pair">
      <div className="qr-frame">
        <Select
          name="frame"
          label={form.frame}
          options={frameKinds.map((kind) => [kind, form[`frame_${kind}`]])}
          chosen="none"
        />
        <Color name="frameColor" label={form.frameColor} value={plainDesign.frame.color} />
      </div>
      <Field id="qr-frameText" label={form.frameText} hint={form.frameTextHint}>
        <input
          id="qr-frameText"
          name="frameText"
          type="text"
          maxLength={maxFrameText}
          placeholder={form.calls[0]}
          list="qr-calls"
          aria-describedby="qr-frameText-hint"
        />
        <datalist id="qr-calls">
          {form.calls.map((call) => (
            <option key={call} value={call} />
          ))}
        </datalist>
      </Field>
    </div>
  );
}

function Details({ form }: FormTexts) {
  const corners = cornerShapes.map((shape) => [shape, form[`corner_${shape}`]] as const);
  return (
    <details className="qr-more">
      <summary>{form.more}</summary>
      <div className="qr-pair">
        <Select
          name="shape"
          label={form.shape}
          options={moduleShapes.map((shape) => [shape, form[`shape_${shape}`]])}
          chosen="square"
        />
        <div className="qr-colors">
          <Select name="cornerOuter" label={form.cornerOuter} options={corners} chosen="square" />
          <Select name="cornerInner" label={form.cornerInner} options={corners} chosen="square" />
        </div>
        <div className="qr-colors">
          <Select
            name="gradient"
            label={form.gradient}
            options={gradientChoices.map((kind) => [kind, form[`gradient_${kind}`]])}
            chosen="none"
          />
          <Color name="second" label={form.second} value={plainDesign.color} />
        </div>
        <Select
          name="level"
          label={form.level}
          hint={form.levelHint}
          options={errorLevels.map((level) => [level, form[`level_${level}`]])}
          chosen="M"
        />
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
    </details>
  );
}

function Result({ texts }: { texts: QrTexts }) {
  const { form, preview } = texts;
  const matrix = makeMatrix(exampleAddress, 'M') ?? [];
  const example = codeSvg(matrix, { design: plainDesign, callToAction: '', text: textBars, width: 320 });
  return (
    <div className="qr-result">
      <figure className="qr-preview" id="qr-picture">
        <img id="qr-preview" alt={preview.label} width="320" height="320" src={svgAddress(example.svg)} />
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
