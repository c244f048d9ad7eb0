/**
 * Where platforms send what they have to tell. Trust rule: nothing is read before the platform's proof, and what is read
 * then names a place or a person, no more. What is true is asked at the platform itself.
 */
import type { Platform } from '@kindling/contract/platforms';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PersonRequest, PlatformHints } from '../../connectors/kit/hints.ts';
import type { NotificationsDeps } from './deps.ts';
import { requestLooks } from './look.ts';
import { deauthorise, requestDeletion } from './persons.ts';

/** A thousand changes of pages, the most that comes at once, are about 400 kB. */
const bodyLimit = 1024 * 1024;

interface Hook {
  Params: { platform: string };
}

export async function mountHooks(app: FastifyInstance, deps: NotificationsDeps): Promise<void> {
  await app.register(async (scope) => {
    // Signatures are over the bytes, so nothing parses them before us, whatever the content type says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    const options = { config: { access: 'signed' as const }, bodyLimit };

    scope.get<Hook>('/hooks/:platform', options, (request, reply) => {
      const hints = hintsOf(deps, request.params.platform);
      if (hints?.answerHandshake === undefined) return reply.callNotFound();
      const query = request.url.split('?')[1] ?? '';
      const challenge = hints.answerHandshake(new URLSearchParams(query));
      return challenge === null ? plain(reply, 403, 'Forbidden') : plain(reply, 200, challenge);
    });

    scope.post<Hook>('/hooks/:platform', options, async (request, reply) => {
      const hints = hintsOf(deps, request.params.platform);
      if (hints === undefined) return reply.callNotFound();
      const heard = await hints.hear({ headers: request.headers, body: bodyOf(request) });
      if (heard.is === 'forged') return plain(reply, 401, 'Unauthorized');
      // An error, so that the platform sends it again.
      if (heard.is === 'unverifiable')
        return plain(reply.header('retry-after', '30'), 503, 'Try again later');
      await requestLooks(deps, hints.platform, heard.listings);
      return reply.status(hints.accepted).send();
    });

    scope.post<Hook>('/hooks/:platform/deauthorise', options, (request, reply) =>
      onPersonRequest(deps, request, reply, async (platform, person) => {
        await deauthorise(deps, platform, person);
        return {};
      }),
    );

    scope.post<Hook>('/hooks/:platform/deletion', options, (request, reply) =>
      onPersonRequest(deps, request, reply, async (platform, person) => {
        const code = await requestDeletion(deps, platform, person);
        return { url: `${deps.publicUrl}/data-deletion/${code}`, confirmation_code: code };
      }),
    );
  });
}

async function onPersonRequest(
  deps: NotificationsDeps,
  request: FastifyRequest<Hook>,
  reply: FastifyReply,
  act: (platform: Platform, person: PersonRequest) => Promise<object>,
) {
  const hints = hintsOf(deps, request.params.platform);
  if (hints?.readPersonRequest === undefined) return reply.callNotFound();
  const person = hints.readPersonRequest({ headers: request.headers, body: bodyOf(request) });
  if (person === null) return plain(reply, 401, 'Unauthorized');
  return reply.header('cache-control', 'no-store').send(await act(hints.platform, person));
}

function hintsOf(deps: Pick<NotificationsDeps, 'hints'>, platform: string): PlatformHints | undefined {
  return [...deps.hints.values()].find((one) => one.platform === platform);
}

function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function plain(reply: FastifyReply, status: number, text: string) {
  return reply
    .status(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}
