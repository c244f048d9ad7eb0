import { answer, type Exchange, type Service, stepsOf } from '../context.ts';
import { loginHint } from '../engine.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { textsOf, tooManyText } from '../locale.ts';
import { signUpPage } from '../pages/screens.tsx';
import { hashPassword } from '../passwords.ts';
import { cleanName, type Parsed, parseSignUp, type SignUpForm, typed } from './forms.ts';
import type { Interaction } from './interaction.ts';
import { chargeMail, mailAlreadyRegistered, mailConfirmation, rememberMailing } from './mailing.ts';

type Shown = {
  name: string;
  email: string;
  faults: Extract<Parsed<SignUpForm>, { ok: false }>['faults'];
  tooMany?: string;
};

function page(service: Service, exchange: Exchange, interaction: Interaction, shown: Shown): string {
  const { fields } = textsOf(exchange.locale);
  const errorOf = (name: string) => {
    const fault = shown.faults[name];
    return fault === undefined ? undefined : fields[fault];
  };
  return signUpPage(exchange.view, {
    steps: stepsOf(interaction.uid),
    name: { value: shown.name, error: errorOf('name') },
    email: { value: shown.email, error: errorOf('email') },
    password: { error: errorOf('password') },
    terms: service.options.terms,
    notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
  });
}

export function showSignUp(service: Service, exchange: Exchange, interaction: Interaction): void {
  answer(
    service,
    exchange,
    page(service, exchange, interaction, { name: '', email: loginHint(interaction.params), faults: {} }),
  );
}

async function openRegistration(
  service: Service,
  exchange: Exchange,
  uid: string,
  form: SignUpForm,
  passwordHash: string,
): Promise<void> {
  const { email, name } = form;
  const { locale } = exchange;
  const known = await service.accounts.findCredentials(email);
  if (known?.confirmed === true)
    return mailAlreadyRegistered(service, { sub: known.sub, email, locale, uid });
  const { sub } = await service.accounts.register({
    email,
    passwordHash,
    displayName: name,
    locale,
    termsVersion: service.options.terms.version,
  });
  return mailConfirmation(service, { sub, email, name, locale, uid });
}

/** The same page for a new and for a known address; what differs is only in the mail. */
export async function submitSignUp(
  service: Service,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const form = formOf(exchange.request);
  const again = { name: cleanName(typed(form, 'name')), email: typed(form, 'email').trim() };
  const parsed = parseSignUp(form, service.options.brand);
  if (!parsed.ok) {
    answer(service, exchange, page(service, exchange, interaction, { ...again, faults: parsed.faults }), 400);
    return;
  }
  const mailing = { kind: 'confirm', email: parsed.value.email } as const;
  const verdict = await chargeMail(service, exchange, mailing);
  if (!verdict.allowed) {
    const tooMany = tooManyText(exchange.locale, verdict.retryAfterSeconds);
    const html = page(service, exchange, interaction, { ...again, faults: {}, tooMany });
    answer(service, exchange, html, 429, verdict.retryAfterSeconds);
    return;
  }
  const passwordHash = await hashPassword(parsed.value.password);
  service.background('sign-up', () =>
    openRegistration(service, exchange, interaction.uid, parsed.value, passwordHash),
  );
  rememberMailing(service, exchange, interaction.uid, mailing);
  redirect(exchange.reply, stepsOf(interaction.uid).checkMail);
}
