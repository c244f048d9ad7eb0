/** For tests only: a visitor's browser without JavaScript, which opens a page and sends its forms. */
import type { Pipeline } from '@kindling/contract/pipelines';
import { signFormToken } from '../features/submissions/index.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

export interface Visitor {
  /** Opens a page as a browser does. */
  open(path: string): Promise<TestResponse>;
  /**
   * The fields of one visit to a page with one location: a key of its own, and the token of a page that was loaded five
   * seconds ago, because a form that is sent within a second is held.
   */
  fields(page: string, more?: Record<string, string>): Record<string, string>;
  /** Sends a form. Each has its own network unless `network` is given. */
  send(
    path: string,
    fields: Record<string, string>,
    options?: { network?: string; headers?: Record<string, string> },
  ): Promise<TestResponse>;
}

/** Of a phone; a shorter one counts as a program. */
export const browser =
  'Mozilla/5.0 (Linux; Android 11; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

let keys = 0;
let networks = 0;

export function createVisitor(app: TestApp): Visitor {
  return {
    open: (path) => app.request({ url: path, headers: { 'user-agent': browser, accept: 'text/html' } }),
    fields(page, more = {}) {
      keys += 1;
      const issuedAt = new Date(Date.now() - 5_000);
      return {
        step: 'rate',
        key: `key-of-a-visit-${String(keys).padStart(6, '0')}`,
        token: signFormToken(app.services.submissions.formKeys, { page, locationId: null, issuedAt }),
        rating: '5',
        ...more,
      };
    },
    send(path, fields, { network, headers = {} } = {}) {
      networks += 1;
      return app.request({
        method: 'POST',
        url: path,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        remoteAddress: network ?? `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`,
      });
    },
  };
}

/** The pipeline that an account begins with. */
export async function firstPipeline(user: TestUser): Promise<Pipeline> {
  const { json } = await user.call('GET', '/pipelines');
  const [pipeline] = (json as { pipelines: Pipeline[] }).pipelines;
  if (pipeline === undefined) throw new Error('The account has no pipeline.');
  return pipeline;
}
