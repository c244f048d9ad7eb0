/**
 * Takes what a visitor sends. The page's script gets an answer, a browser without it the next step; a form that is not stored
 * comes back with what was written.
 */
import {
  type CollectLocation,
  formFields,
  type ReturnedForm,
  ratingOf,
  type SubmissionAnswer,
  type VisitorForm,
  visitorFormSchema,
} from '@kindling/contract/collect-page';
import { fillMarkers } from '@kindling/guest/collect/markers';
import { type FormProblem, renderProblem } from '@kindling/guest/collect/problem-page';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPrivateAddress } from '../../config/networks.ts';
import { asAppError, toProblem } from '../../http/problem.ts';
import { AppError } from '../../lib/app-error.ts';
import { recipientIdOf } from '../review-requests/index.ts';
import { readFormToken, submissionIdOf, withdrawToken } from '../submissions/index.ts';
import type { CollectPagesDeps } from './deps.ts';
import { findPage } from './find-page.ts';
import { freshValues, newKey } from './fresh-values.ts';
import type { OpenPage } from './load-page.ts';
import type { PageAddress } from './page-address.ts';
import { maxFields, pairsOf, readForm } from './read-form.ts';
import { consentOf, type PageStep, renderStep } from './render-page.ts';
import { sendJson, sendPage, wantsJson } from './send-page.ts';
import { doorOf, locationOf } from './visit.ts';
import { visitorLanguage } from './visitor-language.ts';

export async function takeForm(
  deps: CollectPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  address: PageAddress | null,
): Promise<FastifyReply> {
  // Otherwise any site could make its visitors' browsers rate, each from another network.
  if (isFromElsewhere(request, deps.publicUrl)) throw new AppError('forbidden');
  const found = await findPage(deps, request, address);
  // The page may exist, and nothing that was written may be lost by what others of the network do.
  if (address !== null && found === null) throw new AppError('rate-limited', undefined, { retryAfter: 60 });
  const page = found?.page ?? null;
  if (address === null || page === null) throw new AppError('not-found');
  if (page.kind === 'plain') throw new AppError('page-ended');
  const sent: Sent = { deps, request, reply, address, page };
  try {
    const { form, location } = await storeForm(sent);
    if (!wantsJson(request)) return await sendStep(sent, location, nextStep(sent, form), form.key);
    const answer: SubmissionAnswer = { stored: true, withdrawUrl: withdrawUrlOf(sent, form.key) };
    return sendJson(reply, answer);
  } catch (error) {
    await countRefusal(deps, request, error);
    if (wantsJson(request)) throw error;
    return await sendReturned(sent, error);
  }
}

/**
 * A form that comes back costs many times as much as one that is stored.
 * @throws AppError `rate-limited` above the limit
 */
async function countRefusal(
  { refusals }: CollectPagesDeps,
  request: FastifyRequest,
  cause: unknown,
): Promise<void> {
  const retryAfter = await refusals.consume(clientNetwork(request));
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter, cause });
}

interface Sent {
  deps: CollectPagesDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  address: PageAddress;
  page: OpenPage;
}

async function storeForm({ deps, request, address, page }: Sent) {
  const form = readForm(request.body);
  const language = visitorLanguage(request, form.lng);
  const token = readFormToken(deps.formKeys, form.token, address.path, new Date());
  if (token === null) throw new AppError('form-expired');
  const location = locationOf(page, token.locationId ?? undefined);
  // The location of the page is gone, or it asks for one now; a new token would be refused again.
  if (location === null) throw new AppError('page-ended');
  const consent = consentOf(page, language, form.step === 'message' ? 'message' : 'review');
  const agreed = 'consent' in form && form.consent === 'yes' && form.consent_version === consent.version;
  if (!agreed && namesPerson(form)) throw consentMissing();
  await deps.intake.take({
    accountId: page.view.accountId,
    target: { ...doorOf(page, address), locationId: location.id },
    recipientId: address.invitation === null ? null : recipientIdOf(address.invitation),
    page: address.path,
    form,
    token,
    network: clientNetwork(request),
    proof: await deps.proofs.verify(address.path, form.proof),
    settings: page.view.settings,
    language,
    consentText: agreed ? consent.text : null,
  });
  return { form, location };
}

/** Without consent they would be dropped, and the visitor would wait for an answer. */
function namesPerson(form: VisitorForm): boolean {
  return form.step !== 'rate' && (form.name.trim() !== '' || form.contact.trim() !== '');
}

function consentMissing(): AppError {
  const message = 'A name or contact needs the consent that the page shows.';
  return new AppError('invalid-input', undefined, { fields: [{ path: formFields.consent, message }] });
}

/**
 * Older browsers send the origin only, and programs neither. The host that a request names counts only in a private network, where
 * no public name leads: anybody can make a name of theirs lead to our address.
 */
function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin).host;
  return from !== new URL(publicUrl).host && !(from === host && isPrivateAddress(origin));
}

function nextStep(sent: Sent, { step, rating, key }: VisitorForm): PageStep {
  return {
    step: step === 'rate' ? 'answer' : 'thanks',
    sent: step === 'rate' ? null : step,
    rating: ratingOf(rating),
    withdrawUrl: withdrawUrlOf(sent, key),
    returned: null,
  };
}

function withdrawUrlOf({ deps, page: { view } }: Sent, key: string): string {
  const { accountId, pipelineId } = view;
  const submissionId = submissionIdOf(accountId, pipelineId, key);
  return `/w/${withdrawToken(deps.formKeys, { accountId, submissionId })}`;
}

/**
 * The step is the answer itself, not a redirect: the key of a visit in an address could be sent to somebody else, who would
 * then write under it. A reload sends the same form again, which changes nothing.
 */
async function sendStep(
  { deps, request, reply, address, page }: Sent,
  location: CollectLocation,
  step: PageStep,
  key: string,
  status = 200,
): Promise<FastifyReply> {
  const language = visitorLanguage(request, fieldOf(request, formFields.language));
  const html = renderStep(page, location, step, { ...deps, address, language });
  const values = await freshValues(deps, address, location);
  return sendPage(request, reply, fillMarkers(html, { ...values, key, path: address.path }), status);
}

/** The first value of a field, however broken the form is. */
function fieldOf(request: FastifyRequest, name: string): string | undefined {
  return pairsOf(request.body).find(([one]) => one === name)?.[1];
}

const fields = visitorFormSchema.options[0].shape;
const steps = ['rate', 'review', 'message'] as const;

/** The page again with a new token, what was written, and why it was not stored. */
async function sendReturned(sent: Sent, thrown: unknown): Promise<FastifyReply> {
  const { request, reply, page, deps } = sent;
  const chosen = (request.query as { location?: unknown }).location;
  const location = locationOf(page, chosen);
  const form = steps.find((one) => one === fieldOf(request, formFields.step));
  if (location === null || form === undefined) throw thrown;
  const error = asAppError(thrown);
  noteFault(deps, error, thrown, request, reply);
  const rating = fields.rating.safeParse(fieldOf(request, formFields.rating));
  // Nothing more is taken under the key of a visit that has ended.
  const sentKey = error.code === 'visit-ended' ? undefined : fieldOf(request, formFields.key);
  const key = fields.key.safeParse(sentKey);
  const known = rating.success && form !== 'rate';
  const step: PageStep = {
    step: known ? 'answer' : 'rate',
    sent: null,
    rating: known ? ratingOf(rating.data) : null,
    withdrawUrl: null,
    returned: {
      form: known ? form : 'rate',
      fault: faultOf(error),
      values: Object.fromEntries(pairsOf(request.body)),
    },
  };
  return sendStep(sent, location, step, key.success ? key.data : newKey(), error.status);
}

function faultOf({ code, fields: named }: AppError): ReturnedForm['fault'] {
  if (named?.some(({ path }) => path === formFields.consent)) return 'consent';
  if (code === 'form-expired') return 'expired';
  if (code === 'visit-ended') return 'ended';
  if (code === 'page-ended') return 'gone';
  return code === 'rate-limited' || code === 'unavailable' ? 'busy' : 'refused';
}

function noteFault(
  { log, failures }: CollectPagesDeps,
  error: AppError,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.status >= 500) {
    const { id: requestId, url: route } = request;
    log.error({ err: thrown, requestId }, 'A form was not stored');
    failures.report({ origin: 'server', level: 'error', error: thrown, route, requestId, accountId: null });
  }
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
}

const problems: Partial<Record<AppError['code'], FormProblem>> = {
  'form-expired': 'expired',
  'page-ended': 'gone',
  'not-found': 'gone',
  'invalid-input': 'invalid',
  'too-large': 'invalid',
};

/** What the visitor wrote, besides who they are. */
function writtenIn({ body }: FastifyRequest): string[] {
  const { text, message, answer } = formFields;
  return pairsOf(body)
    .slice(0, maxFields)
    .filter(([name]) => name === text || name === message || name.startsWith(answer))
    .map(([, value]) => value);
}

/** Answers a form without a page to return to: a problem document for the script, a page for everybody else. */
export function sendProblem(
  deps: CollectPagesDeps,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asAppError(thrown);
  noteFault(deps, error, thrown, request, reply);
  if (wantsJson(request)) return sendJson(reply, toProblem(error, request.id), error.status);
  const path = request.url.split('?')[0] ?? '/';
  const problem = problems[error.code] ?? 'busy';
  const language = visitorLanguage(request, fieldOf(request, formFields.language));
  const html = renderProblem(problem, path, language, problem === 'gone' ? writtenIn(request) : []);
  return sendPage(request, reply, html, error.status);
}
