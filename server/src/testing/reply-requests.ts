/** For tests only: valid requests for the templates of replies and the assistant. */

interface World {
  ids: { businessId: string; templateId: string; otherReviewId: string };
}
interface ReplyRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

function someTemplate({ ids }: World): Record<string, unknown> {
  return {
    name: 'Thank you',
    texts: { en: 'Thank you, {author}', any: 'Merci' },
    ratings: [4, 5],
    recommendations: ['positive'],
    businessId: ids.businessId,
  };
}

export const replyRequests: Record<string, (world: World) => ReplyRequest> = {
  'GET /reply-templates': () => ({ method: 'GET', path: '/reply-templates' }),
  'POST /reply-templates': (world) => ({
    method: 'POST',
    path: '/reply-templates',
    body: someTemplate(world),
  }),
  'PUT /reply-templates/{id}': (world) => ({
    method: 'PUT',
    path: `/reply-templates/${world.ids.templateId}`,
    body: { ...someTemplate(world), version: 1 },
  }),
  'DELETE /reply-templates/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/reply-templates/${ids.templateId}`,
  }),
  'GET /assistant': () => ({ method: 'GET', path: '/assistant' }),
  // The operator of the tests has set up no assistant.
  'PUT /assistant': () => ({
    method: 'PUT',
    path: '/assistant',
    body: { on: true, host: 'model.example', tone: 'brief', facts: '', signOff: '' },
  }),
  'POST /reviews/{id}/reply-draft': ({ ids }) => ({
    method: 'POST',
    path: `/reviews/${ids.otherReviewId}/reply-draft`,
  }),
};
