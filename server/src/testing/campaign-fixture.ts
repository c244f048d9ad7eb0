/** For tests only: campaigns of invitations, with a clock, and a mailbox that receives their mails. */
import type { Campaign } from '@kindling/contract/review-requests';
import { startMailbox } from '../../../simulators/mailbox/server.ts';
import { inSystem } from '../db/transaction.ts';
import { deliverMail } from '../features/mail/deliver.ts';
import { mailSlice } from '../features/mail/module.ts';
import { createSender, type Sender } from '../features/mail/transport.ts';
import { listDueCampaigns } from '../features/review-requests/campaign-queries.ts';
import type { ReviewRequestsDeps } from '../features/review-requests/deps.ts';
import { reviewRequestsSlice } from '../features/review-requests/module.ts';
import { sendPart } from '../features/review-requests/send-campaign.ts';
import { newId } from '../lib/ids.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';
import { firstPipeline } from './visitor.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

export interface ReceivedMail {
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
}

export interface CampaignWorld {
  deps: ReviewRequestsDeps;
  /** The clock of sending. Requests have the real one. */
  now: Date;
  /** The body of a request for a campaign with one recipient. */
  body(user: TestUser, more?: Record<string, unknown>): Promise<Record<string, unknown>>;
  create(user: TestUser, more?: Record<string, unknown>): Promise<Campaign>;
  read(user: TestUser, id: string): Promise<Campaign>;
  /** Sends what is due, minute by minute. */
  pass(minutes: number): Promise<void>;
  /** One part of each due campaign, now. */
  sendDue(): Promise<void>;
  /** Delivers the stored mails of the account that made the last campaign. */
  deliver(sender?: Sender): Promise<void>;
  received(): Promise<ReceivedMail[]>;
  steer(order: object): Promise<void>;
  close(): Promise<void>;
}

export function campaignOf({ json, status, text }: TestResponse): Campaign {
  if (status >= 400) throw new Error(`Answered with ${status}: ${text}`);
  return (json as { campaign: Campaign }).campaign;
}

/** `count` addresses of one example domain, without names. */
export function someRecipients(count: number, mark = 'guest'): { email: string; name: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `${mark}-${index}@visitor.example`,
    name: '',
  }));
}

export async function createCampaignWorld(app: TestApp): Promise<CampaignWorld> {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 });
  const server = { url: `smtp://127.0.0.1:${mailbox.smtpPort}`, from: 'Kindling <reviews@kindling.example>' };
  const ownSender = createSender({ ...server, returnAddress: 'returned@kindling.example' });
  // Modules are built once for each object of services, and fill the hooks of the modules below.
  reviewRequestsSlice.module(app.services);
  const { ended } = mailSlice.module(app.services).hooks;
  // Stored mails have the real time.
  const laterNow = () => new Date(Math.max(world.now.getTime(), Date.now()));
  let lastAccount = '';
  const world: CampaignWorld = {
    now: new Date(),
    deps: { ...app.services.reviewRequests, now: () => world.now },
    async body(user, more = {}) {
      const pipeline = await firstPipeline(user);
      return {
        id: newId(),
        pipelineId: pipeline.id,
        locationId: null,
        name: 'Guests of November',
        language: 'en',
        subject: 'How was it?',
        message: 'Dear {name},\nwould you tell us what you think?',
        postalAddress: 'Café Linde\n1 Main Street, Springfield',
        reminder: null,
        recipients: [{ email: 'Ann@visitor.example', name: 'Ann Lee' }],
        consent: { basis: 'customer', source: 'Our till', confirmed: true },
        when: null,
        ...more,
      };
    },
    async create(user, more) {
      const campaign = campaignOf(await user.call('POST', '/review-requests', await world.body(user, more)));
      lastAccount = user.accountId;
      world.now = new Date(Math.max(world.now.getTime(), Date.now()));
      return campaign;
    },
    read: async (user, id) => campaignOf(await user.call('GET', `/review-requests/${id}`)),
    async pass(minutes) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await world.sendDue();
        world.now = new Date(world.now.getTime() + minuteMs);
      }
    },
    async sendDue() {
      const due = await inSystem(app.services.db, (trx) => listDueCampaigns(trx, world.now, 1000));
      for (const { accountId, id } of due) await sendPart(world.deps, accountId, id);
    },
    async deliver(sender = ownSender) {
      const { rows } = await inSystem(app.services.db, async (trx) => ({
        rows: await trx
          .selectFrom('emails')
          .select('id')
          .where('template', '=', 'review-request')
          .where('account_id', '=', lastAccount)
          .where('state', '=', 'queued')
          .orderBy('created_at')
          .execute(),
      }));
      const deps = { ...app.services.mail, now: laterNow, onEnded: ended.call };
      for (const { id } of rows) await deliverMail(deps, sender, id);
    },
    async received() {
      const answer = await fetch(`${mailbox.url}/api/mails`);
      return ((await answer.json()) as { mails: ReceivedMail[] }).mails;
    },
    async steer(order) {
      const answer = await fetch(`${mailbox.url}/_control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      });
      if (answer.status !== 200) throw new Error(`The mailbox answered with ${answer.status}`);
    },
    close: () => mailbox.close(),
  };
  return world;
}

/** The path of the personal link in a mail, or of the link that ends invitations. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>, prefix: 'i' | 'u'): string {
  const path = new RegExp(`(/${prefix}/[A-Za-z0-9_-]+)`).exec(text)?.[1];
  if (path === undefined) throw new Error(`The mail has no link /${prefix}/`);
  return path;
}
