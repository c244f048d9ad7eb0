import { helpLimits } from '@kindling/contract/help-limits';
import { useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { type ApiError, toApiError } from '../../lib/api/problem.ts';
import { currentLanguage, useText } from '../../lib/i18n/text.ts';
import { delay } from '../../lib/reconnect.ts';
import { newUuid } from '../../lib/uuid.ts';

type SendState =
  | { kind: 'idle' | 'sending' }
  | { kind: 'failed'; error: ApiError }
  | { kind: 'sent'; reference: string };

export interface HelpFields {
  message: string;
  name: string;
  email: string;
  honeypot: string;
}

/** Sends a message. The idempotency key stays the same until the server accepted it, so a retry never sends it twice. */
export function useSendMessage() {
  const { i18n } = useText();
  const [state, setState] = useState<SendState>({ kind: 'idle' });
  const draft = useRef({ idempotencyKey: newUuid(), openedAt: Date.now() });
  const send = async (fields: HelpFields, signedIn: boolean): Promise<void> => {
    if (state.kind === 'sending') return;
    setState({ kind: 'sending' });
    try {
      const { reference } = await (signedIn
        ? client.help.send(messageFields(fields))
        : sendAsVisitor(fields));
      setState({ kind: 'sent', reference });
    } catch (cause) {
      const error = toApiError(cause);
      setState({ kind: 'failed', error });
      throw error;
    }
  };
  const messageFields = ({ message }: HelpFields) => ({
    idempotencyKey: draft.current.idempotencyKey,
    message: message.trim(),
    page: location.pathname.slice(0, helpLimits.page),
    language: currentLanguage(i18n),
  });
  const sendAsVisitor = async (fields: HelpFields) => {
    // The server rejects messages sent too soon after opening the form as spam; a person who pasted the text waits
    // here.
    const left = helpLimits.minimumAge - (Date.now() - draft.current.openedAt);
    if (left > 0) await delay(left + 50, AbortSignal.timeout(10_000));
    return client.help.sendAsVisitor({
      ...messageFields(fields),
      name: fields.name.trim(),
      email: fields.email.trim(),
      [helpLimits.honeypot]: fields.honeypot,
      age: Date.now() - draft.current.openedAt,
    });
  };
  const startNewMessage = () => {
    draft.current = { idempotencyKey: newUuid(), openedAt: Date.now() };
    setState({ kind: 'idle' });
  };
  return { send, state, startNewMessage };
}
