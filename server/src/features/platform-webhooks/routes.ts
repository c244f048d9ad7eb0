/**
 * The webhooks that platforms call. A request is not read before its signature is verified, and from a verified one only
 * the ids of listings or persons are taken: the content itself is fetched from the platform.
 */
import type { Platform } from '@kindling/contract/platforms';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PersonRequest, PlatformWebhooks } from '../../connectors/kit/webhooks.ts';
import { requestDeletion } from '../deletion-requests/index.ts';
import { handleDeauthorization } from './deauthorize.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { requestSyncsOf } from './request-syncs.ts';

/** Meta sends at most a thousand changes at once, about 400 kB. */
const bodyLimit = 1024 * 1024;

interface WebhookRoute {
  Params: { platform: string };
}

export async function mountPlatformWebhooks(app: FastifyInstance, deps: PlatformWebhooksDeps): Promise<void> {
  await app.register(async (scope) => {
    // Signatures cover the raw bytes, so no parser may change them, whatever the content type says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    const options = { config: { access: 'signed' as const }, bodyLimit };

    scope.get<WebhookRoute>('/hooks/:platform', options, (request, reply) => {
      const webhooks = webhooksOf(deps, request.params.platform);
      if (webhooks?.answerVerification === undefined) return reply.callNotFound();
      const query = request.url.split('?')[1] ?? '';
      const challenge = webhooks.answerVerification(new URLSearchParams(query));
      return challenge === null ? sendText(reply, 403, 'Forbidden') : sendText(reply, 200, challenge);
    });

    scope.post<WebhookRoute>('/hooks/:platform', options, async (request, reply) => {
      const webhooks = webhooksOf(deps, request.params.platform);
      if (webhooks === undefined) return reply.callNotFound();
      const verdict = await webhooks.receive({ headers: request.headers, body: rawBody(request) });
      if (verdict.is === 'forged') return sendText(reply, 401, 'Unauthorized');
      // An error status makes the platform send it again.
      if (verdict.is === 'unverifiable')
        return sendText(reply.header('retry-after', '30'), 503, 'Try again later');
      await requestSyncsOf(deps, webhooks.platform, verdict.listings);
      return reply.status(webhooks.successStatus).send();
    });

    scope.post<WebhookRoute>('/hooks/:platform/deauthorise', options, (request, reply) =>
      handlePersonRequest(deps, request, reply, async (platform, person) => {
        await handleDeauthorization(deps, platform, person);
        return {};
      }),
    );

    scope.post<WebhookRoute>('/hooks/:platform/deletion', options, (request, reply) =>
      handlePersonRequest(deps, request, reply, async (platform, person) => {
        const code = await requestDeletion(deps.deletionRequests, platform, person);
        return { url: `${deps.publicUrl}/data-deletion/${code}`, confirmation_code: code };
      }),
    );
  });
}

async function handlePersonRequest(
  deps: PlatformWebhooksDeps,
  request: FastifyRequest<WebhookRoute>,
  reply: FastifyReply,
  act: (platform: Platform, person: PersonRequest) => Promise<object>,
) {
  const webhooks = webhooksOf(deps, request.params.platform);
  if (webhooks?.readPersonRequest === undefined) return reply.callNotFound();
  const person = webhooks.readPersonRequest({ headers: request.headers, body: rawBody(request) });
  if (person === null) return sendText(reply, 401, 'Unauthorized');
  return reply.header('cache-control', 'no-store').send(await act(webhooks.platform, person));
}

function webhooksOf(
  deps: Pick<PlatformWebhooksDeps, 'webhooks'>,
  platform: string,
): PlatformWebhooks | undefined {
  return [...deps.webhooks.values()].find((one) => one.platform === platform);
}

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function sendText(reply: FastifyReply, status: number, text: string) {
  return reply
    .status(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}
