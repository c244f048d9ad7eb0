import { fillText, pluralText } from '@kindling/locales/fill-text.ts';
import { languageFacts } from '@kindling/locales/languages.ts';
import { encode } from 'uqr';
import type { Passkey } from '../factors/passkeys.ts';
import { PASSKEY_NAME_MAX } from '../factors/passkeys.ts';
import { type FactorState, hasFactor } from '../factors/second-factors.ts';
import { ADDRESS_PATH, APP_PATH, PASSWORD_PATH, SECURITY_PATH } from '../flows/account-paths.ts';
import type { Locale, Texts } from '../locale.ts';
import { CodeField } from './fields.tsx';
import {
  EmphasizedSentence,
  type Field,
  type Notice,
  OptionalNote,
  renderDocument,
  textsFor,
} from './layout.tsx';
import type { PageView } from './page-view.ts';
import { PasskeyForm } from './passkey-form.tsx';

const dayOf = (locale: Locale, day: Date): string =>
  new Intl.DateTimeFormat(languageFacts[locale].tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(day);

/** Lists passkeys, authenticator app, recovery codes, address and password of whoever is signed in. */
export function securityPage(
  view: PageView,
  props: {
    email: string;
    /** A new address that waits for its mails. */
    waitingAddress: string | null;
    state: FactorState;
    passkeys: Passkey[];
    creationOptions: unknown;
    notice: Notice;
    backUrl: string;
  },
): string {
  const texts = textsFor(view);
  const { security, account } = texts;
  const { state } = props;
  return renderDocument(
    view,
    security.title,
    <>
      <h1>{security.heading}</h1>
      <p className="lead">
        <EmphasizedSentence text={security.lead} strong="email" value={props.email} />
      </p>
      <OptionalNote notice={props.notice} />
      <section className="part" aria-labelledby="passkeys">
        <h2 id="passkeys">{security.passkeys}</h2>
        <p className="about">{security.passkeysAbout}</p>
        {props.passkeys.length === 0 ? null : (
          <ul className="items">
            {props.passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} texts={texts} locale={view.locale} passkey={passkey} />
            ))}
          </ul>
        )}
        <PasskeyForm
          texts={texts}
          action={SECURITY_PATH}
          ceremony="create"
          options={props.creationOptions}
          label={security.addPasskey}
          intent="add-passkey"
          quiet
        />
        {/* The script hides it where there are passkeys. */}
        <p className="about" data-without-passkeys>
          {security.passkeysNeedScript}
        </p>
      </section>
      <section className="part" aria-labelledby="app">
        <h2 id="app">
          {security.app} <State texts={texts} on={state.authenticatorApp} />
        </h2>
        <p className="about">{security.appAbout}</p>
        {state.authenticatorApp ? (
          <Action intent="remove-app" label={security.removeApp} />
        ) : (
          <a className="submit quiet" href={APP_PATH}>
            {security.addApp}
          </a>
        )}
      </section>
      {hasFactor(state) ? (
        <section className="part" aria-labelledby="codes">
          <h2 id="codes">{security.codes}</h2>
          <p className="about">
            {fillText(
              pluralText(security, 'codesLeft', new Intl.PluralRules(view.locale), state.recoveryCodes),
              { count: state.recoveryCodes },
            )}
          </p>
          <Action intent="make-codes" label={security.makeCodes} />
        </section>
      ) : null}
      <section className="part" aria-labelledby="address">
        <h2 id="address">{security.address}</h2>
        <p className="about">
          {props.waitingAddress === null ? (
            props.email
          ) : (
            <EmphasizedSentence text={security.addressWaits} strong="email" value={props.waitingAddress} />
          )}
        </p>
        <a className="submit quiet" href={ADDRESS_PATH}>
          {security.changeAddress}
        </a>
      </section>
      <section className="part" aria-labelledby="password">
        <h2 id="password">{texts.common.password}</h2>
        <a className="submit quiet" href={PASSWORD_PATH}>
          {account.submit}
        </a>
      </section>
      <p className="below">
        <a href={props.backUrl}>{account.back}</a>
      </p>
    </>,
  );
}

function State({ texts, on }: { texts: Texts; on: boolean }) {
  return <span className={on ? 'state on' : 'state'}>{on ? texts.security.on : texts.security.off}</span>;
}

function Action({ intent, label }: { intent: string; label: string }) {
  return (
    <form method="post" action={SECURITY_PATH}>
      <input type="hidden" name="do" value={intent} />
      <button className="submit quiet" type="submit">
        {label}
      </button>
    </form>
  );
}

function PasskeyItem({ texts, locale, passkey }: { texts: Texts; locale: Locale; passkey: Passkey }) {
  const { security } = texts;
  const { id, name, createdAt, lastUsedAt } = passkey;
  const field = `name-${id}`;
  return (
    <li>
      <p className="name">{name}</p>
      <p className="hint">
        {fillText(security.passkeyMade, { day: dayOf(locale, createdAt) })}
        {' · '}
        {lastUsedAt === null
          ? security.passkeyUnused
          : fillText(security.passkeyUsed, { day: dayOf(locale, lastUsedAt) })}
      </p>
      <details>
        <summary aria-label={fillText(security.editLabel, { name })}>{security.edit}</summary>
        <form method="post" action={SECURITY_PATH}>
          <input type="hidden" name="do" value="rename-passkey" />
          <input type="hidden" name="id" value={id} />
          <div className="field">
            <div className="label">
              <label htmlFor={field}>{security.passkeyName}</label>
            </div>
            <input id={field} name="name" maxLength={PASSKEY_NAME_MAX} required defaultValue={name} />
          </div>
          <button className="submit quiet" type="submit">
            {security.rename}
          </button>
        </form>
        <form method="post" action={SECURITY_PATH}>
          <input type="hidden" name="do" value="remove-passkey" />
          <input type="hidden" name="id" value={id} />
          <button
            className="submit quiet bad"
            type="submit"
            aria-label={fillText(security.removeLabel, { name })}
          >
            {security.remove}
          </button>
        </form>
      </details>
    </li>
  );
}

const QUIET_ZONE = 4;

/** Dark on light in both themes, because cameras expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Shows the secret of an authenticator app, and asks for its first code. */
export function addAppPage(
  view: PageView,
  props: { secret: string; uri: string; offer: string; code: Field; backUrl: string },
): string {
  const texts = textsFor(view);
  const { authenticator } = texts;
  return renderDocument(
    view,
    authenticator.title,
    <>
      <h1>{authenticator.heading}</h1>
      <p className="lead">{authenticator.lead}</p>
      <QrCode text={props.uri} label={authenticator.qrLabel} />
      <p className="about">{authenticator.byHand}</p>
      <p className="secret-text">
        <code>{props.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <form method="post" action={view.here} noValidate>
        <input type="hidden" name="offer" value={props.offer} />
        <CodeField texts={texts} field={props.code} kind="app" />
        <button className="submit" type="submit">
          {authenticator.submit}
        </button>
      </form>
      <p className="below">
        <a href={props.backUrl}>{authenticator.back}</a>
      </p>
    </>,
  );
}

/** Shows new recovery codes, once. `first`: they came with the first factor. */
export function recoveryCodesPage(
  view: PageView,
  props: { codes: string[]; first: boolean; backUrl: string },
): string {
  const { recovery } = textsFor(view);
  return renderDocument(
    view,
    recovery.title,
    <>
      <h1>{recovery.heading}</h1>
      {props.first ? (
        <p className="note good" role="status">
          {recovery.first}
        </p>
      ) : null}
      <p className="lead">{recovery.lead}</p>
      <ul className="codes">
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button
        className="submit quiet"
        type="button"
        data-copy={props.codes.join('\n')}
        data-copied={recovery.copied}
        hidden
      >
        {recovery.copy}
      </button>
      <button className="submit quiet" type="button" data-print hidden>
        {recovery.print}
      </button>
      <a className="submit" href={props.backUrl}>
        {recovery.stored}
      </a>
    </>,
  );
}
