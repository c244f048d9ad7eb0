import { fillText } from '@kindling/locales/fill-text.ts';
import { PasswordField } from './fields.tsx';
import {
  EmphasizedSentence,
  type Field,
  type Notice,
  OptionalNote,
  renderDocument,
  textsFor,
} from './layout.tsx';
import type { PageView } from './page-view.ts';

/** Asks for the current password and a new one. */
export function changePasswordPage(
  view: PageView,
  props: {
    email: string;
    current: Field;
    password: Field;
    notice: Notice;
    /** The profile in the app. */
    backUrl: string;
  },
): string {
  const texts = textsFor(view);
  const { account } = texts;
  return renderDocument(
    view,
    account.title,
    <>
      <h1>{account.heading}</h1>
      <p className="lead">
        <EmphasizedSentence text={account.lead} strong="email" value={props.email} />
      </p>
      <OptionalNote notice={props.notice} />
      <form method="post" action={view.here} noValidate>
        {/* Lets a password manager file the new password under the right name. */}
        <input type="hidden" name="username" autoComplete="username" value={props.email} />
        <PasswordField
          texts={texts}
          field={props.current}
          fresh={false}
          name="current"
          label={account.current}
        />
        <PasswordField texts={texts} field={props.password} fresh label={texts.common.newPassword} />
        <button className="submit" type="submit">
          {account.submit}
        </button>
      </form>
      <p className="below">
        <a href={props.backUrl}>{account.back}</a>
      </p>
    </>,
  );
}

/** Asks before a sign-out that another site's link started. */
export function signOutPage(view: PageView): string {
  const { signOut, common } = textsFor(view);
  return renderDocument(
    view,
    signOut.title,
    <>
      <h1>{signOut.heading}</h1>
      <p className="lead">{fillText(signOut.lead, { brand: view.brand.name })}</p>
      <form method="post" action={view.here}>
        <button className="submit" type="submit">
          {signOut.submit}
        </button>
      </form>
      <p className="below">
        <a href={view.appUrl}>{fillText(common.backToApp, { brand: view.brand.name })}</a>
      </p>
    </>,
  );
}
