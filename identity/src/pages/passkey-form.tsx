import type { Texts } from '../locale.ts';

/**
 * A button that asks the browser for a passkey. It has its place from the first paint where scripts run, so that nothing moves
 * when the script comes, which enables it, or hides it in a browser without passkeys.
 */
export function PasskeyForm(props: {
  texts: Texts;
  action: string;
  /** Makes a passkey, or uses one. */
  ceremony: 'create' | 'get';
  /** What the browser is asked, as JSON. */
  options: unknown;
  label: string;
  /** Field and value that name the action, where the page has several. */
  intent?: string;
  quiet?: boolean;
}) {
  const { factor } = props.texts;
  return (
    <form
      method="post"
      action={props.action}
      className="passkey"
      data-passkey={props.ceremony}
      data-options={JSON.stringify(props.options)}
      data-failed={props.ceremony === 'create' ? factor.notMade : factor.notUsed}
      data-present={factor.present}
    >
      {props.intent === undefined ? null : <input type="hidden" name="do" value={props.intent} />}
      <input type="hidden" name="response" defaultValue="" />
      <button className={props.quiet === true ? 'submit quiet' : 'submit'} type="submit" disabled>
        {props.label}
      </button>
      <p className="note bad" role="alert" hidden />
    </form>
  );
}
