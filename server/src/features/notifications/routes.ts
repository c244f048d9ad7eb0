/**
 * Where platforms send what they have to tell. Trust rule: nothing is read before the platform's proof, and what is read
 * then names a place or a person, no more. What is true is asked at the platform itself.
 */
import type { Platform } from '@kindling/contract/platforms';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PersonRequest, PlatformWebhooks } from '../../connectors/kit/webhooks.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { handleDeauthorization, requestDeletion } from './person-requests.ts';
import { requestSyncsOf } from './request-syncs.ts';

/** A thousand changes of pages, the most that comes at once, are about 400 kB. */
const bodyLimit = 1024 * 1024;

interface WebhookRoute {
  Params: { platform: string };
}

export async function mountPlatformWebhooks(app: FastifyInstance, deps: PlatformWebhooksDeps): Promise<void> {
  await app.register(async (scope) => {
    // Signatures are over the bytes, so nothing parses them before us, whatever the content type says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    const options = { config: { access: 'signed' as const }, bodyLimit };

    scope.get<WebhookRoute>('/hooks/:platform', options, (request, reply) => {
      const hints = webhooksOf(deps, request.params.platform);
      if (hints?.answerVerification === undefined) return reply.callNotFound();
      const query = request.url.split('?')[1] ?? '';
      const challenge = hints.answerVerification(new URLSearchParams(query));
      return challenge === null ? sendText(reply, 403, 'Forbidden') : sendText(reply, 200, challenge);
    });

    scope.post<WebhookRoute>('/hooks/:platform', options, async (request, reply) => {
      const hints = webhooksOf(deps, request.params.platform);
      if (hints === undefined) return reply.callNotFound();
      const heard = await hints.receive({ headers: request.headers, body: rawBody(request) });
      if (heard.is === 'forged') return sendText(reply, 401, 'Unauthorized');
      // An error, so that the platform sends it again.
      if (heard.is === 'unverifiable')
        return sendText(reply.header('retry-after', '30'), 503, 'Try again later');
      await requestSyncsOf(deps, hints.platform, heard.listings);
      return reply.status(hints.successStatus).send();
    });

    scope.post<WebhookRoute>('/hooks/:platform/deauthorise', options, (request, reply) =>
      handlePersonRequest(deps, request, reply, async (platform, person) => {
        await handleDeauthorization(deps, platform, person);
        return {};
      }),
    );

    scope.post<WebhookRoute>('/hooks/:platform/deletion', options, (request, reply) =>
      handlePersonRequest(deps, request, reply, async (platform, person) => {
        const code = await requestDeletion(deps, platform, person);
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
  const hints = webhooksOf(deps, request.params.platform);
  if (hints?.readPersonRequest === undefined) return reply.callNotFound();
  const person = hints.readPersonRequest({ headers: request.headers, body: rawBody(request) });
  if (person === null) return sendText(reply, 401, 'Unauthorized');
  return reply.header('cache-control', 'no-store').send(await act(hints.platform, person));
}

function webhooksOf(
  deps: Pick<PlatformWebhooksDeps, 'hints'>,
  platform: string,
): PlatformWebhooks | undefined {
  return [...deps.hints.values()].find((one) => one.platform === platform);
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
