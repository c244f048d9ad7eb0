import { fillText } from '@kindling/locales/fill-text.ts';
import type { Terms } from '../options.ts';
import { TermsAgreement } from './agreement.tsx';
import { EmailField, NameField, PasswordField } from './fields.tsx';
import {
  EmphasizedSentence,
  type Field,
  Note,
  type Notice,
  OptionalNote,
  renderDocument,
  StatusIcon,
  textsFor,
} from './layout.tsx';
import type { PageView } from './page-view.ts';
import { PasskeyForm } from './passkey-form.tsx';

/** Addresses of the pages of one sign-in. */
export type StepUrls = {
  signIn: string;
  signUp: string;
  forgot: string;
  checkMail: string;
  factor: string;
  passkey: string;
};

export function signInPage(
  view: PageView,
  props: {
    steps: StepUrls;
    email: Field;
    password: Field;
    notice: Notice;
    /** What does not work during an upgrade; null at other times. */
    updating: string | null;
    invited: boolean;
    /** Address of whoever is signed in in this browser. */
    signedInAs: string | null;
    /** What the browser is asked for a passkey. */
    passkeyOptions: unknown;
  },
): string {
  const texts = textsFor(view);
  return renderDocument(
    view,
    texts.signIn.title,
    <>
      <h1>{texts.signIn.heading}</h1>
      <p className="lead">{props.invited ? texts.common.invitedAddress : texts.signIn.lead}</p>
      {props.signedInAs === null ? null : (
        <p className="lead">
          <EmphasizedSentence text={texts.signIn.here} strong="email" value={props.signedInAs} />
        </p>
      )}
      {props.updating === null ? null : <Note kind="calm">{props.updating}</Note>}
      <OptionalNote notice={props.notice} />
      <form method="post" action={props.steps.signIn} noValidate>
        <EmailField texts={texts} field={props.email} />
        <PasswordField
          texts={texts}
          field={props.password}
          fresh={false}
          aside={<a href={props.steps.forgot}>{texts.signIn.forgot}</a>}
        />
        <button className="submit" type="submit">
          {texts.signIn.submit}
        </button>
      </form>
      <PasskeyForm
        texts={texts}
        action={props.steps.passkey}
        ceremony="get"
        options={props.passkeyOptions}
        label={texts.signIn.passkey}
        quiet
      />
      <p className="below">
        {fillText(texts.signIn.noAccount, { brand: view.brand.name })}{' '}
        <a href={props.steps.signUp}>{texts.signIn.toSignUp}</a>
      </p>
    </>,
  );
}

export function signUpPage(
  view: PageView,
  props: {
    steps: StepUrls;
    name: Field;
    email: Field;
    password: Field;
    terms: Terms;
    notice: Notice;
    invited: boolean;
    trial: boolean;
  },
): string {
  const texts = textsFor(view);
  const lead = props.trial ? texts.signUp.lead : texts.signUp.leadWithoutTrial;
  return renderDocument(
    view,
    texts.signUp.title,
    <>
      <h1>{texts.signUp.heading}</h1>
      <p className="lead">{props.invited ? texts.common.invitedAddress : lead}</p>
      <OptionalNote notice={props.notice} />
      <form method="post" action={props.steps.signUp} noValidate>
        <NameField texts={texts} field={props.name} />
        <EmailField texts={texts} field={props.email} />
        <PasswordField texts={texts} field={props.password} fresh />
        <button className="submit" type="submit">
          {texts.signUp.submit}
        </button>
        <p className="fine">
          <TermsAgreement text={texts.signUp.agreement} terms={props.terms} />
        </p>
      </form>
      <p className="below">
        {texts.signUp.haveAccount} <a href={props.steps.signIn}>{texts.signUp.toSignIn}</a>
      </p>
    </>,
  );
}

export function checkMailPage(
  view: PageView,
  props: { steps: StepUrls; kind: 'confirm' | 'reset'; email: string; notice: Notice },
): string {
  const texts = textsFor(view);
  const { checkMail } = texts;
  return renderDocument(
    view,
    checkMail.title,
    <>
      <StatusIcon kind="mail" />
      <h1>{checkMail.heading}</h1>
      <p className="lead">
        <EmphasizedSentence
          text={props.kind === 'confirm' ? checkMail.confirmLead : checkMail.resetLead}
          strong="email"
          value={props.email}
        />
      </p>
      <OptionalNote notice={props.notice} />
      <p className="fine">{checkMail.hint}</p>
      <form method="post" action={props.steps.checkMail}>
        <button className="submit quiet" type="submit">
          {checkMail.resend}
        </button>
      </form>
      <p className="below">
        <a href={props.kind === 'confirm' ? props.steps.signUp : props.steps.forgot}>
          {checkMail.otherAddress}
        </a>
      </p>
    </>,
  );
}

export function forgotPage(view: PageView, props: { steps: StepUrls; email: Field; notice: Notice }): string {
  const texts = textsFor(view);
  return renderDocument(
    view,
    texts.forgot.title,
    <>
      <h1>{texts.forgot.heading}</h1>
      <p className="lead">{texts.forgot.lead}</p>
      <OptionalNote notice={props.notice} />
      <form method="post" action={props.steps.forgot} noValidate>
        <EmailField texts={texts} field={props.email} />
        <button className="submit" type="submit">
          {texts.forgot.submit}
        </button>
      </form>
      <p className="below">
        <a href={props.steps.signIn}>{texts.common.backToSignIn}</a>
      </p>
    </>,
  );
}

/** `otherWay` is for people who know their password. `terms` where the new one opens the account of a sign-up. */
export function resetPage(
  view: PageView,
  props: {
    email: string;
    password: Field;
    otherWay: { question: string; href: string; text: string };
    terms: Terms | null;
  },
): string {
  const texts = textsFor(view);
  const { otherWay, terms } = props;
  const words = terms === null ? texts.reset : texts.openAccount;
  const { newPassword, password } = texts.common;
  return renderDocument(
    view,
    words.title,
    <>
      <h1>{words.heading}</h1>
      <p className="lead">
        <EmphasizedSentence text={words.lead} strong="email" value={props.email} />
      </p>
      <form method="post" action={view.here} noValidate>
        {/* Lets a password manager file the new password under the right name. */}
        <input type="hidden" name="username" autoComplete="username" value={props.email} />
        <PasswordField
          texts={texts}
          field={props.password}
          fresh
          label={terms === null ? newPassword : password}
        />
        <button className="submit" type="submit">
          {words.submit}
        </button>
        {terms === null ? null : (
          <p className="fine">
            <TermsAgreement text={texts.signUp.agreement} terms={terms} />
          </p>
        )}
      </form>
      <p className="below">
        {otherWay.question} <a href={otherWay.href}>{otherWay.text}</a>
      </p>
    </>,
  );
}

/** Asks for the password of the sign-up. `resetUrl` is for whoever did not choose it. */
export function confirmPage(
  view: PageView,
  props: { email: string; password: Field; notice: Notice; resetUrl: string },
): string {
  const texts = textsFor(view);
  const { confirm } = texts;
  return renderDocument(
    view,
    confirm.title,
    <>
      <StatusIcon kind="mail" />
      <h1>{confirm.heading}</h1>
      <p className="lead">
        <EmphasizedSentence
          text={confirm.lead}
          strong="email"
          value={props.email}
          rest={{ brand: view.brand.name }}
        />
      </p>
      <OptionalNote notice={props.notice} />
      <form method="post" action={view.here} noValidate>
        {/* Lets a password manager find the password under the right name. */}
        <input type="hidden" name="username" autoComplete="username" value={props.email} />
        <PasswordField texts={texts} field={props.password} fresh={false} />
        <button className="submit" type="submit">
          {confirm.submit}
        </button>
      </form>
      <p className="below">
        <a href={props.resetUrl}>{confirm.otherPassword}</a>
      </p>
    </>,
  );
}

/** A page with a message: done, or an error. `requestId` is shown when support may need it. */
export function messagePage(
  view: PageView,
  props: {
    kind: 'done' | 'trouble';
    title: string;
    lead: string;
    action: { href: string; text: string };
    requestId?: string;
  },
): string {
  const { errors } = textsFor(view);
  return renderDocument(
    view,
    props.title,
    <>
      <StatusIcon kind={props.kind} />
      <h1>{props.title}</h1>
      <p className="lead">{fillText(props.lead, { brand: view.brand.name })}</p>
      <a className="submit" href={props.action.href}>
        {props.action.text}
      </a>
      {props.requestId === undefined ? null : (
        <div className="fine">
          <p>{fillText(errors.requestId, { id: props.requestId })}</p>
          <p>{fillText(errors.support, { email: view.brand.supportEmail })}</p>
        </div>
      )}
    </>,
  );
}
