import { fillText } from '@kindling/locales/fill-text.ts';
import type { AddressSide } from '../address-changes.ts';
import { EmailField } from './fields.tsx';
import {
  EmphasizedSentence,
  type Field,
  type Notice,
  OptionalNote,
  renderDocument,
  StatusIcon,
  textsFor,
} from './layout.tsx';
import type { PageView } from './page-view.ts';

/** Asks for a new address. */
export function addressPage(
  view: PageView,
  props: {
    email: string;
    /** A new address that waits already. */
    waitingAddress: string | null;
    wanted: Field;
    notice: Notice;
    backUrl: string;
  },
): string {
  const texts = textsFor(view);
  const { address } = texts;
  return renderDocument(
    view,
    address.title,
    <>
      <h1>{address.heading}</h1>
      <p className="lead">
        <EmphasizedSentence text={address.lead} strong="email" value={props.email} />
      </p>
      <OptionalNote notice={props.notice} />
      {props.waitingAddress === null ? null : (
        <form method="post" action={view.here}>
          <p className="note good">
            <EmphasizedSentence text={address.waits} strong="email" value={props.waitingAddress} />
          </p>
          <input type="hidden" name="do" value="cancel" />
          <button className="submit quiet" type="submit">
            {address.cancel}
          </button>
        </form>
      )}
      <form method="post" action={view.here} noValidate>
        <EmailField texts={texts} field={props.wanted} label={address.wanted} />
        <button className="submit" type="submit">
          {address.submit}
        </button>
      </form>
      <p className="below">
        <a href={props.backUrl}>{texts.authenticator.back}</a>
      </p>
    </>,
  );
}

/** Asks whoever opened a link of the mails. */
export function agreePage(
  view: PageView,
  { email, newEmail, side }: { email: string; newEmail: string; side: AddressSide },
): string {
  const { address } = textsFor(view);
  const lead = side === 'present' ? address.agreeLead : address.confirmLead;
  return renderDocument(
    view,
    address.title,
    <>
      <StatusIcon kind="mail" />
      <h1>{side === 'present' ? address.agreeHeading : address.confirmHeading}</h1>
      <p className="lead">{fillText(lead, { email, newEmail, brand: view.brand.name })}</p>
      <form method="post" action={view.here}>
        <button className="submit" type="submit">
          {side === 'present' ? address.agreeSubmit : address.confirmSubmit}
        </button>
      </form>
    </>,
  );
}

/** After the first of both. */
export function agreedPage(
  view: PageView,
  { newEmail, side }: { newEmail: string; side: AddressSide },
): string {
  const { address } = textsFor(view);
  return renderDocument(
    view,
    address.title,
    <>
      <StatusIcon kind="mail" />
      <h1>{address.halfHeading}</h1>
      <p className="lead">
        {fillText(side === 'present' ? address.halfPresent : address.halfNew, { newEmail })}
      </p>
    </>,
  );
}
