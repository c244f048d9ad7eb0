/** Fields of the generator's form. */
import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  /** Adds an element for the error message. */
  problem?: boolean;
  hidden?: boolean;
  children: ReactNode;
}

export function Field({ id, label, hint, problem = false, hidden = false, children }: FieldProps) {
  return (
    <div className="qr-field" id={`${id}-field`} hidden={hidden}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint === undefined ? null : (
        <p className="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem ? <p className="qr-problem" id={`${id}-problem`} aria-live="polite" /> : null}
    </div>
  );
}

type Options = readonly (readonly [value: string, label: string])[];

interface SelectProps {
  name: string;
  label: string;
  options: Options;
  chosen: string;
  hint?: string;
}

export function Select({ name, label, options, chosen, hint }: SelectProps) {
  const id = `qr-${name}`;
  return (
    <Field id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: Options;
  chosen: string;
}

export function Choice({ name, label, options, chosen }: ChoiceProps) {
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

/** Choices with a picture, which the script draws. */
export function PictureChoice({ name, label, options, chosen }: ChoiceProps) {
  return (
    <fieldset className="qr-looks">
      <legend>{label}</legend>
      <div>
        {options.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <img id={`qr-${name}-${value}`} alt="" width="64" height="72" />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Color({ name, label, value }: { name: string; label: string; value: string }) {
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
