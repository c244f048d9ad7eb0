/**
 * For tests only: the product's side of the model test. Runs each step with the product's own functions, advances the
 * clock by moving stored times back, and reports violated invariants after every step.
 */
import { sql } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { deleteExpiredContent } from '../../features/sync/retention.ts';
import { runSync } from '../../features/sync/run-sync.ts';
import { acceptPendingRemovals, syncNow } from '../../features/sync/sync.ts';
import { AppError } from '../../lib/app-error.ts';
import { prepareFaults, withFaultPoints } from '../sync-fault-points.ts';
import type { TestApp, TestUser } from '../test-app.ts';
import {
  findDifferences,
  findLostOrOutdated,
  findViolations,
  readStoredState,
  type StoredReviewRow,
  type StoredState,
} from './compare-state.ts';
import { type ModelPlatform, modelLocation } from './model-platform.ts';
import { addOwnReview, advanceTime, type OwnerView, readOwnerView, runFirstSync } from './model-queries.ts';
import type { Step } from './steps.ts';

type SyncStep = Extract<Step, { do: 'sync' }>;

const neverStops = new AbortController().signal;
const day = 86_400;

interface ModelHarnessDeps {
  app: TestApp;
  platform: ModelPlatform;
  connect: (user: TestUser) => Promise<void>;
}

/** An account with one listing of the platform, and a second account with a full copy of the same location. */
export class ModelHarness {
  readonly #app: TestApp;
  readonly #platform: ModelPlatform;
  readonly #connect: (user: TestUser) => Promise<void>;
  readonly #user: TestUser;
  readonly #secondUser: TestUser;
  readonly #secondAccountCopy: StoredState;
  #previous: StoredState;
  /** The owner's marks and the identity of each row, by external id. */
  #keptMarks = new Map<string, Pick<StoredReviewRow, 'id' | 'created_at' | 'hidden_at' | 'pinned_at'>>();
  readonly #violations: string[] = [];
  /** The owner reconnected or asked for a full pass, and no later run has succeeded yet. */
  #fullPassDue = false;

  private constructor(
    { app, platform, connect }: ModelHarnessDeps,
    people: { user: TestUser; secondUser: TestUser },
    copies: { own: StoredState; secondUser: StoredState },
  ) {
    this.#app = app;
    this.#platform = platform;
    this.#connect = connect;
    this.#user = people.user;
    this.#secondUser = people.secondUser;
    this.#secondAccountCopy = copies.secondUser;
    this.#previous = copies.own;
  }

  static async open(deps: ModelHarnessDeps, name: string): Promise<ModelHarness> {
    const { app, connect } = deps;
    const { db } = app.services;
    const user = await app.signIn(`${name}@example.com`);
    const secondUser = await app.signIn(`second-of-${name}@example.com`);
    await prepareFaults(db);
    // A pause from an earlier sequence must not delay this one.
    await inSystem(db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    await connect(secondUser);
    await runFirstSync(app, secondUser);
    await connect(user);
    await addOwnReview(app, user);
    const copies = {
      secondUser: await readStoredState(db, secondUser.accountId),
      own: await readStoredState(db, user.accountId),
    };
    return new ModelHarness(deps, { user, secondUser }, copies);
  }

  async applyStep(step: Step): Promise<void> {
    switch (step.do) {
      case 'sync':
        return this.#sync(step);
      case 'wait':
        return this.#advance(step.seconds);
      case 'mark':
        return this.#mark(step.at, step.as);
      case 'accept':
        return this.#accept();
      case 'check-everything':
        return this.#checkEverything();
      case 'wipe':
        return deleteExpiredContent(this.#app.services.sync);
      case 'reconnect':
        return this.#reconnect(step.other);
      case 'disconnect':
        return this.#disconnectAll();
      default:
        return this.#platform.apply(step);
    }
  }

  #query<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(
      this.#app.services.db,
      this.#user.accountId,
      async (trx) => (await query.execute(trx)).rows,
    );
  }

  #ownerView(): Promise<OwnerView> {
    return readOwnerView(this.#app.services.db, this.#user.accountId);
  }

  /** Advances the clock of the platform and of the stored rows. */
  async #advance(seconds: number): Promise<void> {
    if (seconds === 0) return;
    await this.#platform.advanceClock(seconds);
    await advanceTime(this.#app.services.db, this.#user.accountId, seconds);
  }

  async #sync(step: SyncStep): Promise<void> {
    await this.#advance(step.after);
    const before = await this.#ownerView();
    const { listing } = before;
    const held = listing?.lease === true;
    // Without a listing the job must end without an effect, so it gets an unknown id.
    const listingId = listing?.id ?? '00000000-0000-4000-8000-000000000000';
    this.#platform.startObserving();
    for (const { pages, event } of step.eventsDuring) this.#platform.applyAfterPages(pages, event);
    // Read again, because a mark may have been set since the last check.
    const earlier = await readStoredState(this.#app.services.db, this.#user.accountId);
    const accepted = await this.#query(sql`select id from listings where removals_accepted_at is not null`);
    const [outcome] = await Promise.all([
      this.#runInterrupted(listingId, step),
      step.secondWorker
        ? runSync(this.#app.services.sync, this.#user.accountId, listingId, step.trigger, neverStops)
        : undefined,
    ]);
    await this.#checkRun({ ...step, held, accepted: accepted.length > 0, before }, outcome, earlier);
  }

  async #runInterrupted(
    listingId: string,
    { interruption, trigger }: SyncStep,
  ): Promise<'ended' | 'died' | 'ours'> {
    let die: () => void = () => {};
    const died = new Promise<'died'>((resolve) => {
      die = () => resolve('died');
    });
    const pointed = withFaultPoints(
      this.#app.services.sync,
      this.#app.services.connections.box,
      async ({ number }) => {
        if (interruption === null || number !== interruption.at) return undefined;
        if (interruption.with !== 'death') return interruption.with;
        pointed.kill();
        die();
        return new Promise(() => {});
      },
    );
    const run = runSync(pointed.deps, this.#user.accountId, listingId, trigger, neverStops).then(
      () => 'ended' as const,
      (error: unknown) => {
        // The queue retries errors of our own. Without an injected interruption no run may throw.
        if (interruption === null) this.#violations.push(`a run threw ${String(error)}`);
        return 'ours' as const;
      },
    );
    return Promise.race([run, died]);
  }

  /** A run that must be a full pass is one. */
  #checkRunKind({ run, listing, full_pass }: OwnerView, step: SyncStep & { before: OwnerView }): void {
    if (run?.kind !== 'full') {
      // The run of one worker may follow the full pass of the other.
      if (this.#fullPassDue && full_pass === step.before.full_pass)
        this.#violations.push('a run succeeded without the requested full pass');
      if (
        step.trigger === 'manual' &&
        !step.secondWorker &&
        listing?.count_difference != null &&
        listing.count_difference !== 0
      )
        this.#violations.push(
          `a manual run left ${listing.count_difference} between the counts and was no full pass`,
        );
    }
    this.#fullPassDue = false;
  }

  /** Checks the outcome that a run reports, and that it removed no review that existed throughout. */
  async #checkRun(
    step: SyncStep & { held: boolean; accepted: boolean; before: OwnerView },
    outcome: 'ended' | 'died' | 'ours',
    earlier: StoredState,
  ): Promise<void> {
    const now = await this.#ownerView();
    if (outcome === 'ended' && !step.secondWorker) {
      if (now.listing?.lease === true && !step.held && step.interruption === null)
        this.#violations.push('the listing is still leased after its run has ended');
      if (now.run?.outcome === 'running' && now.run.error_code !== null && now.run.next_try_at === null)
        this.#violations.push('a run waits without a time of its next attempt');
    }
    if (
      this.#platform.callsForbidden &&
      now.status === 'active' &&
      outcome === 'ended' &&
      step.interruption === null
    )
      this.#violations.push('the connection is active although its platform refused it for good');
    const after = await readStoredState(this.#app.services.db, this.#user.accountId);
    // With two workers it is unknown which of them ended the run.
    const ended = now.run?.outcome === 'succeeded' || now.run?.error_code === 'counts-differ';
    const lastRun = step.before.run;
    const formerly = now.run?.id === lastRun?.id ? lastRun?.outcome : null;
    if (outcome === 'ended' && ended && (formerly === null || formerly === 'running'))
      this.#checkRunKind(now, step);
    // An undisturbed run of this step that succeeded must have found all new reviews.
    if (
      outcome === 'ended' &&
      now.run?.outcome === 'succeeded' &&
      now.run.id !== lastRun?.id &&
      now.run.attempts === 1 &&
      step.eventsDuring.length === 0
    )
      this.#violations.push(...findLostOrOutdated(after, this.#platform.mustBeFound()));
    const counted = new Set(
      earlier.reviews.filter((row) => row.removed_at === null).map((row) => row.external_id),
    );
    const removed = after.reviews.filter((row) => row.removed_at !== null && counted.has(row.external_id));
    for (const { external_id } of removed)
      if (this.#platform.presentThroughout().has(external_id))
        this.#violations.push(`${external_id} was removed although it existed throughout`);
    if (!step.accepted && removed.length > Math.max(5, counted.size * 0.02))
      this.#violations.push(`${removed.length} were removed at once without confirmation`);
  }

  async #mark(at: number, as: 'hidden_at' | 'pinned_at'): Promise<void> {
    const rows = this.#previous.reviews.filter((row) => row.listing_id !== null);
    const row = rows[at % Math.max(1, rows.length)];
    if (row === undefined) return;
    const column = sql.ref(as);
    await this.#query(sql`update reviews set ${column} = now() where id = ${row.id}::uuid`);
    const [marked] = await this.#query<StoredReviewRow>(
      sql`select * from reviews where id = ${row.id}::uuid`,
    );
    if (marked !== undefined) this.#keptMarks.set(row.external_id, marked);
  }

  async #reconnect(other: boolean): Promise<void> {
    await this.#platform.reauthorize(other);
    try {
      await this.#connect(this.#user);
      this.#fullPassDue = true;
    } catch (error) {
      // While the platform's rate limit holds, choosing listings has to wait too.
      if (!(error instanceof AppError && error.code === 'platform-busy')) throw error;
    }
  }

  async #disconnectAll(): Promise<void> {
    const rows = await this.#query<{ id: string }>(sql`select id from connections`);
    for (const { id } of rows) {
      const { status, text } = await this.#user.call('DELETE', `/connections/${id}`, { content: 'now' });
      if (status !== 200) throw new Error(`Disconnecting answered ${status}: ${text}`);
    }
    // Disconnecting deletes the content, and the owner's marks with it.
    this.#keptMarks = new Map([...this.#keptMarks].filter(([id]) => !id.startsWith(modelLocation)));
    this.#previous = {
      ...this.#previous,
      reviews: this.#previous.reviews.filter((row) => row.listing_id === null),
    };
  }

  async #accept(): Promise<void> {
    const { listing } = await this.#ownerView();
    if (listing?.pending_removals_count != null)
      await acceptPendingRemovals(this.#app.services.sync, this.#user, listing.id);
  }

  async #checkEverything(): Promise<void> {
    const { listing } = await this.#ownerView();
    if (listing === null) return;
    try {
      await syncNow(this.#app.services.sync, this.#user.accountId, listing.id, true);
      this.#fullPassDue = true;
    } catch (error) {
      // Refused: too soon, during a `Retry-After`, or while the owner has to act first.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async check(): Promise<string[]> {
    await this.#platform.refresh();
    const copy = await readStoredState(this.#app.services.db, this.#user.accountId);
    const found = [
      ...findViolations(copy),
      ...this.#violations.splice(0),
      ...this.#platform.violations.splice(0),
    ];
    const rows = new Map(copy.reviews.map((row) => [row.external_id, row]));
    for (const old of this.#previous.reviews) {
      const row = rows.get(old.external_id);
      if (row === undefined) found.push(`the row of ${old.external_id} is gone`);
      else if (changed(row) < changed(old)) found.push(`${row.external_id} has an older version than before`);
      else if (row.listing_id === null && row.version !== old.version)
        found.push(`${row.external_id} is the owner's own and was written`);
    }
    for (const [id, mine] of this.#keptMarks) {
      const row = rows.get(id);
      for (const name of ['id', 'created_at', 'hidden_at', 'pinned_at'] as const)
        if (String(row?.[name]) !== String(mine[name]))
          found.push(`${id}.${name} is ${row?.[name]} instead of ${mine[name]}`);
    }
    for (const row of copy.reviews)
      if (!this.#keptMarks.has(row.external_id)) this.#keptMarks.set(row.external_id, row);
    this.#previous = copy;
    return found;
  }

  async settle(): Promise<string[]> {
    await this.#platform.endTrouble();
    if (this.#platform.callsForbidden) {
      await this.#advance(day);
      await this.#reconnect(false);
    }
    const broken: string[] = [];
    let found: string[] = [];
    // Up to five passes: two a day apart that miss a review, perhaps one with pending removals, and one that waits.
    for (let passes = 0; passes < 5; passes += 1) {
      await this.#advance(day);
      const { status, listing } = await this.#ownerView();
      if (status !== 'active' || listing === null) await this.#reconnect(false);
      await this.#accept();
      await this.#query(sql`update listings set last_full_pass_at = now() - interval '8 days'`);
      await this.#sync({
        do: 'sync',
        trigger: 'schedule',
        after: 0,
        eventsDuring: [],
        interruption: null,
        secondWorker: false,
      });
      const copy = await readStoredState(this.#app.services.db, this.#user.accountId);
      broken.push(...(await this.check()));
      const { run, listing: after, status: now } = await this.#ownerView();
      // This pass may be the first to notice that the owner has to act.
      found =
        now === 'active'
          ? findDifferences(copy, await this.#platform.listReviews())
          : ['the connection waits for its owner'];
      if (found.length === 0 && run?.outcome === 'succeeded' && after?.pending_removals_count == null) break;
      if (passes === 4) found.push(`it did not converge: ${JSON.stringify(run)}`);
    }
    return [...broken, ...found, ...(await this.#checkIdleRun())];
  }

  /** Another run finds and writes nothing, and no run wrote to the second account. */
  async #checkIdleRun(): Promise<string[]> {
    const found: string[] = [];
    const versions = ({ reviews }: StoredState) =>
      JSON.stringify(reviews.map((row) => [row.external_id, row.version]));
    const still = await readStoredState(this.#app.services.db, this.#user.accountId);
    const { calls } = this.#platform;
    await this.#sync({
      do: 'sync',
      trigger: 'manual',
      after: 0,
      eventsDuring: [],
      interruption: null,
      secondWorker: false,
    });
    await this.#platform.refresh();
    if (this.#platform.calls === calls) found.push('the idle run made no call');
    if (versions(await readStoredState(this.#app.services.db, this.#user.accountId)) !== versions(still))
      found.push('an idle run wrote');
    if (
      versions(await readStoredState(this.#app.services.db, this.#secondUser.accountId)) !==
      versions(this.#secondAccountCopy)
    )
      found.push("the second account's rows were written");
    return [...found, ...this.#violations.splice(0), ...this.#platform.violations.splice(0)];
  }
}

function changed(row: StoredReviewRow): number {
  return (row.edited_at ?? row.written_at).getTime();
}
