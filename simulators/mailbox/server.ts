import type { Call } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { type HttpResponse, htmlResponse, jsonResponse, textResponse } from '../kit/response.ts';
import { createRouter } from '../kit/router.ts';
import { type Platform, type RunningSimulator, serve } from '../kit/serve.ts';
import { framedMail, mailPolicy } from './frame.ts';
import { listPage, mailPage, missingPage, viewOf } from './pages.ts';
import { openSmtpListener, type SmtpListener } from './smtp.ts';
import { type MailStore, openMailStore } from './store.ts';

export type MailboxOptions = { port: number; smtpPort: number; folder?: string | undefined };

/**
 * Starts the mailbox: SMTP on 127.0.0.1:`smtpPort`, web page and JSON on 127.0.0.1:`port` (0 takes free ones).
 * Rejects with EADDRINUSE for a port in use, and leaves nothing open then.
 */
export async function startMailbox(
  options: MailboxOptions,
): Promise<RunningSimulator & { smtpPort: number }> {
  const store = await openMailStore(options.folder);
  const door = await openSmtpListener(store, options.smtpPort);
  try {
    const web = await serve(createPlatform(store, door), createClock(), options.port);
    return {
      url: web.url,
      smtpPort: door.port,
      close: async () => {
        await Promise.all([web.close(), door.close()]);
      },
    };
  } catch (error) {
    await door.close();
    throw error;
  }
}

function createPlatform(store: MailStore, door: SmtpListener): Platform {
  const router = createRouter();
  router.on('GET', '/', (call) => htmlResponse(200, listPage(store.list(), call.query.get('q')), listPolicy));
  router.on('GET', '/mail/{id}', (call) => {
    const id = call.params.id ?? '';
    const mail = store.find(id);
    if (!mail) return htmlResponse(404, missingPage());
    return htmlResponse(200, mailPage(mail, store.source(id) ?? '', viewOf(mail, call.query)), framePolicy);
  });
  router.on('GET', '/mail/{id}/html', (call) => {
    const mail = store.find(call.params.id ?? '');
    return mail?.html
      ? htmlResponse(200, framedMail(mail.html, call.query.get('scheme')), mailPolicy)
      : htmlResponse(404, missingPage());
  });
  router.on('GET', '/mail/{id}/source', (call) => {
    const source = store.source(call.params.id ?? '');
    return source === null ? notFound() : textResponse(200, source);
  });
  router.on('GET', '/api/mails', (call) =>
    jsonResponse(200, { mails: store.list(call.query.get('to') ?? undefined) }),
  );
  router.on('GET', '/api/mails/{id}', (call) => {
    const mail = store.find(call.params.id ?? '');
    return mail ? jsonResponse(200, mail) : notFound();
  });
  router.on('DELETE', '/api/mails', () => {
    store.clear();
    return jsonResponse(200, { ok: true });
  });
  return {
    handle: (call: Call): HttpResponse | Promise<HttpResponse> => {
      const found = router.find(call.method, call.path);
      if (!found) return notFound();
      if (found.wrongMethod) return jsonResponse(405, { error: 'This method is not offered here.' });
      return found.handler({ ...call, params: found.params });
    },
    faultResponse: (fault) => jsonResponse(fault.status, { error: 'A fault set by the control endpoint.' }),
    actions: { smtp: (input) => door.conduct(input) },
    reset: () => {
      store.clear();
      door.reset();
    },
  };
}

const basePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
const listPolicy = `${basePolicy}; form-action 'self'`;
const framePolicy = `${basePolicy}; frame-src 'self'`;

function notFound(): HttpResponse {
  return jsonResponse(404, { error: 'There is nothing at this address.' });
}
