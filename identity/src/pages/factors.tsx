import type { FactorState } from '../factors/second-factors.ts';
import { CodeField, PasswordField } from './fields.tsx';
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
import type { StepUrls } from './screens.tsx';

/** Asks for the second factor of the account whose password was right. */
export function secondFactorPage(
  view: PageView,
  props: {
    steps: StepUrls;
    email: string;
    state: FactorState;
    /** Null for an account without passkeys. */
    passkeyOptions: unknown;
    /** Whether the field is for a recovery code although there is an app. */
    recovery: boolean;
    code: Field;
    notice: Notice;
  },
): string {
  const texts = textsFor(view);
  const { factor } = texts;
  const { state, steps } = props;
  const byApp = state.authenticatorApp && !props.recovery;
  const lead = byApp ? factor.leadApp : state.authenticatorApp ? factor.leadRecovery : factor.leadPasskey;
  return renderDocument(
    view,
    factor.title,
    <>
      <h1>{factor.heading}</h1>
      <p className="lead">
        <EmphasizedSentence text={lead} strong="email" value={props.email} />
      </p>
      <OptionalNote notice={props.notice} />
      {props.passkeyOptions === null ? null : (
        <PasskeyForm
          texts={texts}
          action={steps.factor}
          ceremony="get"
          options={props.passkeyOptions}
          label={factor.usePasskey}
        />
      )}
      <form method="post" action={view.here} noValidate>
        <CodeField texts={texts} field={props.code} kind={byApp ? 'app' : 'recovery'} />
        <button className={props.passkeyOptions === null ? 'submit' : 'submit quiet'} type="submit">
          {factor.submit}
        </button>
      </form>
      {state.authenticatorApp ? (
        <p className="below">
          <a href={byApp ? `${steps.factor}?with=recovery` : steps.factor}>
            {byApp ? factor.toRecovery : factor.toApp}
          </a>
        </p>
      ) : null}
      <p className="below">
        <a href={steps.signIn}>{texts.common.backToSignIn}</a>
      </p>
    </>,
  );
}

/** Asks whoever is signed in for a new proof. */
export function provePage(
  view: PageView,
  props: {
    email: string;
    password: Field;
    /** Null for an account without a second factor. */
    code: Field | null;
    passkeyOptions: unknown;
    notice: Notice;
    backUrl: string;
  },
): string {
  const texts = textsFor(view);
  const { prove, account } = texts;
  return renderDocument(
    view,
    prove.title,
    <>
      <h1>{prove.heading}</h1>
      <p className="lead">
        <EmphasizedSentence text={prove.lead} strong="email" value={props.email} />
      </p>
      <OptionalNote notice={props.notice} />
      {props.passkeyOptions === null ? null : (
        <PasskeyForm
          texts={texts}
          action={view.here}
          ceremony="get"
          options={props.passkeyOptions}
          label={texts.factor.usePasskey}
        />
      )}
      <form method="post" action={view.here} noValidate>
        {/* Lets a password manager find the password under the right name. */}
        <input type="hidden" name="username" autoComplete="username" value={props.email} />
        <PasswordField texts={texts} field={props.password} fresh={false} />
        {props.code === null ? null : <CodeField texts={texts} field={props.code} kind="either" />}
        <button className={props.passkeyOptions === null ? 'submit' : 'submit quiet'} type="submit">
          {prove.submit}
        </button>
      </form>
      <p className="below">
        <a href={props.backUrl}>{account.back}</a>
      </p>
    </>,
  );
}
