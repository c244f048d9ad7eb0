// Trust rule: the password and the second factor are both checked, or a passkey, which is both.
import { answer, answerError, type Exchange, type IdentityContext } from '../context.ts';
import { PASSKEY, PASSWORD_AND_CODE, PASSWORD_ONLY } from '../factors/second-factors.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { passkeySubjects } from '../limits.ts';
import { textsOf, tooManyAttemptsText } from '../locale.ts';
import { provePage } from '../pages/factors.tsx';
import { isPost, openAccountPage, profileUrl } from './account-access.ts';
import { PROVED_PAGES, type ProvedPage } from './account-paths.ts';
import { checkCode } from './check-code.ts';
import { checkPassword } from './check-password.ts';
import { formValue } from './forms.ts';
import type { SignedIn } from './signed-in.ts';

type Shown = { password?: string; code?: string; notice?: string };
type Proof = { methods: string[] } | { refused: Shown; status: number; retryAfter?: number };

const isProvedPage = (name: string | null): name is ProvedPage =>
  name !== null && Object.hasOwn(PROVED_PAGES, name);

/** Binds the answer of a passkey to this session; its id changes with every proof. */
export const sessionPlace = ({ session }: SignedIn): string => `session ${session.jti}`;

/** Asks somebody whose sign-in is some time ago to prove it again, and then leads to the page that wanted it. */
export async function proveSignIn(service: IdentityContext, exchange: Exchange): Promise<void> {
  const here = await openAccountPage(service, exchange);
  if (here === null) return;
  const page = exchange.url.searchParams.get('to');
  if (!isProvedPage(page)) return answerError(service, exchange, 'notFound');
  if (!isPost(exchange)) return answer(service, exchange, await renderForm(service, exchange, here, {}));
  const proof = await checkProof(service, exchange, here);
  if ('refused' in proof) {
    const html = await renderForm(service, exchange, here, proof.refused);
    return answer(service, exchange, html, proof.status, proof.retryAfter);
  }
  const { session, account } = here;
  const loginTs = Math.floor(service.now().getTime() / 1000);
  session.loginAccount({ accountId: account.sub, loginTs, amr: proof.methods });
  await here.moveSession();
  redirect(exchange.reply, PROVED_PAGES[page]);
}

async function checkProof(service: IdentityContext, exchange: Exchange, here: SignedIn): Promise<Proof> {
  const { account } = here;
  const { fields, factor, account: words } = textsOf(exchange.locale);
  const form = formOf(exchange.request);
  const response = formValue(form, 'response');
  if (response !== '') {
    const verdict = await service.limits.consume(passkeySubjects(exchange.network));
    const sub = verdict.allowed ? await service.passkeys.accept(sessionPlace(here), response) : null;
    if (sub === account.sub) return { methods: PASSKEY };
    return { refused: { notice: factor.passkeyFailed }, status: 400 };
  }
  const password = formValue(form, 'password');
  const code = formValue(form, 'code');
  if (password === '') return { refused: { password: fields.passwordMissing }, status: 400 };
  if (account.secondFactor && code.trim() === '')
    return { refused: { code: factor.codeMissing }, status: 400 };
  const checked = await checkPassword(service, exchange, account.email, password);
  if (checked.kind === 'limited') {
    const { text, retryAfterSeconds } = checked;
    return { refused: { notice: text }, status: 429, retryAfter: retryAfterSeconds };
  }
  if (checked.kind === 'wrong') return { refused: { password: words.wrong }, status: 400 };
  if (!account.secondFactor) return { methods: PASSWORD_ONLY };
  const second = await checkCode(service, exchange, account, code);
  if (second.kind === 'right') return { methods: PASSWORD_AND_CODE };
  if (second.kind === 'wrong') return { refused: { code: factor.codeWrong }, status: 400 };
  const { retryAfterSeconds } = second;
  const notice = tooManyAttemptsText(exchange.locale, retryAfterSeconds);
  return { refused: { notice }, status: 429, retryAfter: retryAfterSeconds };
}

async function renderForm(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  shown: Shown,
): Promise<string> {
  const { sub, email, secondFactor } = here.account;
  const state = await service.factors.stateOf(sub);
  return provePage(exchange.view, {
    email,
    password: { error: shown.password },
    code: secondFactor ? { error: shown.code } : null,
    passkeyOptions:
      state.passkeys === 0 ? null : await service.passkeys.requestOptions(sub, sessionPlace(here)),
    notice: shown.notice === undefined ? undefined : { kind: 'bad', text: shown.notice },
    backUrl: profileUrl(service),
  });
}
