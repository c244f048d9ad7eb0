import type { ReactNode } from 'react';
import type { Texts } from '../locale.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords.ts';
import type { Field } from './layout.tsx';

function FieldError({ id, text, texts }: { id: string; text: string | undefined; texts: Texts }) {
  if (text === undefined) return null;
  return (
    <p className="error" id={`${id}-error`}>
      {texts.common.errorPrefix} {text}
    </p>
  );
}

function describedBy(id: string, field: Field, hint: boolean): string | undefined {
  const ids = [field.error === undefined ? '' : `${id}-error`, hint ? `${id}-hint` : ''].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** `label` where the address is another one than that of the sign-in. */
export function EmailField({ texts, field, label }: { texts: Texts; field: Field; label?: string }) {
  return (
    <div className="field">
      <div className="label">
        <label htmlFor="email">{label ?? texts.common.email}</label>
      </div>
      <input
        id="email"
        name="email"
        type="email"
        autoComplete={label === undefined ? 'username' : 'email'}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        defaultValue={field.value}
        aria-invalid={field.error === undefined ? undefined : true}
        aria-describedby={describedBy('email', field, false)}
      />
      <FieldError id="email" text={field.error} texts={texts} />
    </div>
  );
}

export function NameField({ texts, field }: { texts: Texts; field: Field }) {
  return (
    <div className="field">
      <div className="label">
        <label htmlFor="name">{texts.signUp.name}</label>
        <span className="optional" id="name-hint">
          {texts.signUp.optional}
        </span>
      </div>
      <input
        id="name"
        name="name"
        type="text"
        autoComplete="name"
        maxLength={100}
        defaultValue={field.value}
        aria-invalid={field.error === undefined ? undefined : true}
        aria-describedby={describedBy('name', field, true)}
      />
      <FieldError id="name" text={field.error} texts={texts} />
    </div>
  );
}

/** A code of an app, a recovery code, or either of both. */
export function CodeField({
  texts,
  field,
  kind,
}: {
  texts: Texts;
  field: Field;
  kind: 'app' | 'recovery' | 'either';
}) {
  const { factor } = texts;
  const label = { app: factor.code, recovery: factor.recoveryCode, either: factor.codeOrRecovery }[kind];
  const hint = { app: factor.codeHint, recovery: factor.recoveryHint, either: factor.eitherHint }[kind];
  return (
    <div className="field">
      <div className="label">
        <label htmlFor="code">{label}</label>
      </div>
      <input
        id="code"
        name="code"
        type="text"
        className="code"
        autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        aria-invalid={field.error === undefined ? undefined : true}
        aria-describedby={describedBy('code', field, true)}
      />
      <FieldError id="code" text={field.error} texts={texts} />
      <p className="hint" id="code-hint">
        {hint}
      </p>
    </div>
  );
}

/** `fresh` asks for a new password (with the hint and the limits); otherwise for the one they have. */
export function PasswordField(props: {
  texts: Texts;
  field: Field;
  fresh: boolean;
  /** Where a page has two of them. */
  name?: 'password' | 'current';
  label?: string;
  aside?: ReactNode;
}) {
  const { texts, field, fresh, name = 'password' } = props;
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={name}>{props.label ?? texts.common.password}</label>
        {props.aside === undefined ? null : <span className="aside">{props.aside}</span>}
      </div>
      <div className="secret">
        <input
          id={name}
          name={name}
          type="password"
          autoComplete={fresh ? 'new-password' : 'current-password'}
          minLength={fresh ? PASSWORD_MIN : undefined}
          maxLength={PASSWORD_MAX}
          required
          aria-invalid={field.error === undefined ? undefined : true}
          aria-describedby={describedBy(name, field, fresh)}
        />
        <button
          type="button"
          hidden
          data-reveal={name}
          data-show={texts.common.showPassword}
          data-hide={texts.common.hidePassword}
          data-show-label={texts.common.showPasswordLabel}
          data-hide-label={texts.common.hidePasswordLabel}
          aria-label={texts.common.showPasswordLabel}
        >
          {texts.common.showPassword}
        </button>
      </div>
      <FieldError id={name} text={field.error} texts={texts} />
      {fresh ? (
        <p className="hint" id={`${name}-hint`}>
          {texts.common.passwordHint}
        </p>
      ) : null}
    </div>
  );
}
