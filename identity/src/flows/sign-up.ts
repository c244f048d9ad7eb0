import { newSub } from '../accounts.ts';
import { loginHint } from '../auth0-compatibility.ts';
import { answer, type Exchange, type IdentityContext, stepUrls } from '../context.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { textsOf, tooManyAttemptsText } from '../locale.ts';
import { signUpPage } from '../pages/screens.tsx';
import { hashPassword } from '../passwords.ts';
import { cleanName, formValue, type Parsed, parseSignUp, type SignUpForm } from './forms.ts';
import { type Interaction, isInvited } from './interaction.ts';
import { consumeMailLimit, mailAlreadyRegistered, mailConfirmation, rememberSentMail } from './mailing.ts';

type FormState = {
  name: string;
  email: string;
  faults: Extract<Parsed<SignUpForm>, { ok: false }>['faults'];
  tooMany?: string;
};

function renderForm(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  shown: FormState,
): string {
  const { fields } = textsOf(exchange.locale);
  const errorOf = (name: string) => {
    const fault = shown.faults[name];
    return fault === undefined ? undefined : fields[fault];
  };
  return signUpPage(exchange.view, {
    steps: stepUrls(interaction.uid),
    name: { value: shown.name, error: errorOf('name') },
    email: { value: shown.email, error: errorOf('email') },
    password: { error: errorOf('password') },
    terms: service.options.terms,
    trial: service.options.trial,
    invited: isInvited(interaction),
    notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
  });
}

export function showSignUp(service: IdentityContext, exchange: Exchange, interaction: Interaction): void {
  answer(
    service,
    exchange,
    renderForm(service, exchange, interaction, {
      name: '',
      email: loginHint(interaction.params),
      faults: {},
    }),
  );
}

async function registerAndMail(
  service: IdentityContext,
  exchange: Exchange,
  { sub, uid }: { sub: string; uid: string },
  form: SignUpForm,
  passwordHash: string,
): Promise<void> {
  const { email, name } = form;
  const { locale } = exchange;
  const known = await service.accounts.findCredentials(email);
  if (known?.confirmed === true) {
    const { displayName } = known;
    return mailAlreadyRegistered(service, { sub: known.sub, displayName, email, locale, uid });
  }
  const termsVersion = service.options.terms.version;
  await service.accounts.register({ email, passwordHash, displayName: name, locale, termsVersion }, sub);
  return mailConfirmation(service, { sub, email, locale, uid });
}

/** Shows the same page for a new and for a known address; only the mail differs. */
export async function submitSignUp(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const form = formOf(exchange.request);
  const again = { name: cleanName(formValue(form, 'name')), email: formValue(form, 'email').trim() };
  const parsed = parseSignUp(form, service.options.brand);
  if (!parsed.ok) {
    answer(
      service,
      exchange,
      renderForm(service, exchange, interaction, { ...again, faults: parsed.faults }),
      400,
    );
    return;
  }
  const { uid } = interaction;
  const sub = newSub();
  const mailing = { kind: 'confirm', email: parsed.value.email, sub } as const;
  const verdict = await consumeMailLimit(service, exchange, mailing);
  if (!verdict.allowed) {
    const tooMany = tooManyAttemptsText(exchange.locale, verdict.retryAfterSeconds);
    const html = renderForm(service, exchange, interaction, { ...again, faults: {}, tooMany });
    answer(service, exchange, html, 429, verdict.retryAfterSeconds);
    return;
  }
  const passwordHash = await hashPassword(parsed.value.password);
  service.runInBackground('sign-up', () =>
    registerAndMail(service, exchange, { sub, uid }, parsed.value, passwordHash),
  );
  rememberSentMail(service, exchange, uid, mailing);
  redirect(exchange.reply, stepUrls(uid).checkMail);
}
