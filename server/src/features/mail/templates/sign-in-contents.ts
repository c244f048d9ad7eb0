/** The content of the mails about how somebody signs in, and about their address. */
import { printableName } from '../../../lib/printable-name.ts';
import type { Block, MailContent } from './content.ts';
import { buildContent, type RequestOf, type WritingContext } from './writing.ts';

export function signInChanged(writing: WritingContext, request: RequestOf<'sign-in-changed'>): MailContent {
  const { texts, format } = writing;
  const { change, codesLeft } = request;
  const words = texts.signInChanged;
  const subject = words.subject[change];
  const passkey = printableName(request.passkeyName);
  const rows = [
    ...(passkey === null ? [] : [{ label: texts.facts.passkey, value: passkey }]),
    ...(codesLeft === null ? [] : [{ label: texts.facts.codesLeft, value: String(codesLeft) }]),
  ];
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead[change]) },
    ...(rows.length === 0 ? [] : [{ kind: 'facts' as const, rows }]),
    { kind: 'text', text: format(words.alarm) },
    { kind: 'button', label: words.button, href: request.link, withAddress: false },
  ];
  const head = { subject, preheader: words.preheader, heading: subject };
  return buildContent(writing, head, { name: request.name, reason: texts.reason.account, blocks });
}

export function agreeAddressChange(
  writing: WritingContext,
  request: RequestOf<'agree-address-change'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.agreeAddress;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'facts', rows: [{ label: texts.facts.newAddress, value: request.newEmail }] },
    { kind: 'button', label: words.button, href: request.link, withAddress: true },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

export function addressChanged(writing: WritingContext, request: RequestOf<'address-changed'>): MailContent {
  const { texts, format, supportEmail } = writing;
  const words = texts.addressChanged;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'facts', rows: [{ label: texts.facts.newAddress, value: request.newEmail }] },
    { kind: 'text', text: format(words.alarm, { support: supportEmail }) },
    { kind: 'button', label: format(words.button), href: request.link, withAddress: false },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}
