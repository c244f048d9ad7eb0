/** The page behind the private link of a submission: what was sent, and the button that takes it back. */
import type { WithdrawPage } from '@kindling/contract/collect-page';
import { renderWithdrawPage } from '@kindling/guest/collect/withdraw-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { answersOf, readWithdrawToken } from '../submissions/index.ts';
import type { CollectPagesDeps } from './deps.ts';
import { parseForms } from './read-form.ts';
import { sendPage } from './send-page.ts';
import { visitorLanguage } from './visitor-language.ts';

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

const config = { access: 'public' as const };

export async function mountWithdrawal(app: FastifyInstance, deps: CollectPagesDeps): Promise<void> {
  await app.register(async (scope) => {
    parseForms(scope);
    scope.get('/w/:token', { config }, async (request: TokenRequest, reply) => show(deps, request, reply));
    // For the phone of somebody who rated on a tablet at the counter.
    scope.get('/w/:token/code.svg', { config }, (request: TokenRequest, reply) => {
      const { token } = request.params;
      if (readWithdrawToken(deps.formKeys, token) === null) throw new AppError('not-found');
      return reply
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .send(deps.kioskQr(`/w/${token}`));
    });
    scope.post('/w/:token', { config }, async (request: TokenRequest, reply) => {
      const ref = readWithdrawToken(deps.formKeys, request.params.token);
      if (ref === null) throw new AppError('not-found');
      const end = await deps.intake.withdraw(ref);
      if (end === 'withdrawn') return reply.redirect(`/w/${request.params.token}`, 303);
      const page = end === 'waiting' ? withdrawnPage(request.params.token) : gonePage;
      return sendPage(request, reply, renderWithdrawPage(page, visitorLanguage(request)), statusOf(page));
    });
  });
}

async function show(
  deps: CollectPagesDeps,
  request: TokenRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = await pageOf(deps, request.params.token);
  const html = renderWithdrawPage(page, visitorLanguage(request));
  return sendPage(request, reply, html, statusOf(page));
}

const nothing = {
  business: null,
  sentOn: null,
  rating: null,
  text: null,
  message: null,
  person: [],
  answers: [],
};
const gonePage: WithdrawPage = { path: '/', state: 'gone', ...nothing };
const withdrawnPage = (token: string): WithdrawPage => ({
  path: `/w/${token}`,
  state: 'withdrawn',
  ...nothing,
});
const statusOf = ({ state }: WithdrawPage): number => (state === 'gone' ? 404 : 200);

async function pageOf(deps: CollectPagesDeps, token: string): Promise<WithdrawPage> {
  const path = `/w/${token}`;
  const ref = readWithdrawToken(deps.formKeys, token);
  const sent = ref === null ? null : await deps.intake.findSent(ref);
  // It can be withdrawn before it is in the database.
  if (sent === 'waiting') return { path, state: 'open', ...nothing };
  if (sent === null) return gonePage;
  const business = { name: sent.businessName };
  if (sent.state === 'withdrawn' || sent.messageWithdrawn) return { ...withdrawnPage(token), business };
  if (sent.state === 'discarded' && sent.message === null) return gonePage;
  return {
    path,
    state: 'open',
    business,
    sentOn: sent.sentOn,
    rating: sent.rating ?? sent.thumb,
    text: sent.text,
    message: sent.message,
    person: sent.person,
    answers: answersOf(sent.answers),
  };
}
