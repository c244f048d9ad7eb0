/**
 * For tests only: the product's side of the model test. It does what a step says with the product's own functions,
 * moves the clock by moving the rows' times, and says after every step what does not hold.
 */
import { sql } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { deleteExpiredContent } from '../../features/sync/retention.ts';
import { runSync } from '../../features/sync/run-sync.ts';
import { acceptHeldBackRemovals, syncNow } from '../../features/sync/sync.ts';
import { AppError } from '../../lib/app-error.ts';
import { prepareFaults, withFaultPoints } from '../sync-fault-points.ts';
import type { TestApp, TestUser } from '../test-app.ts';
import {
  findDifferences,
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
  world: ModelPlatform;
  connect: (user: TestUser) => Promise<void>;
}

/** A shop whose only listing is the world's place, beside a neighbour who has the same place and a full copy of it. */
export class ModelHarness {
  readonly #app: TestApp;
  readonly #world: ModelPlatform;
  readonly #connect: (user: TestUser) => Promise<void>;
  readonly #user: TestUser;
  readonly #neighbour: TestUser;
  readonly #neighbourCopy: StoredState;
  #before: StoredState;
  /** Our own marks and the identity of each row, by external id. */
  #kept = new Map<string, Pick<StoredReviewRow, 'id' | 'created_at' | 'hidden_at' | 'pinned_at'>>();
  readonly #complaints: string[] = [];
  /** The owner connected anew or asked for everything, and no run that began later has ended well. */
  #owed = false;

  private constructor(
    { app, world, connect }: ModelHarnessDeps,
    people: { user: TestUser; neighbour: TestUser },
    copies: { own: StoredState; neighbour: StoredState },
  ) {
    this.#app = app;
    this.#world = world;
    this.#connect = connect;
    this.#user = people.user;
    this.#neighbour = people.neighbour;
    this.#neighbourCopy = copies.neighbour;
    this.#before = copies.own;
  }

  static async open(deps: ModelHarnessDeps, name: string): Promise<ModelHarness> {
    const { app, connect } = deps;
    const { db } = app.services;
    const user = await app.signIn(`${name}@example.com`);
    const neighbour = await app.signIn(`neighbour-of-${name}@example.com`);
    await prepareFaults(db);
    // What an earlier sequence did to the platform must not make this one wait.
    await inSystem(db, (trx) => trx.deleteFrom('platform_pace').execute());
    await connect(neighbour);
    await runFirstSync(app, neighbour);
    await connect(user);
    await addOwnReview(app, user);
    const copies = {
      neighbour: await readStoredState(db, neighbour.accountId),
      own: await readStoredState(db, user.accountId),
    };
    return new ModelHarness(deps, { user, neighbour }, copies);
  }

  async applyStep(step: Step): Promise<void> {
    switch (step.do) {
      case 'sync':
        return this.#syncOnce(step);
      case 'wait':
        return this.#pass(step.seconds);
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
        return this.#world.apply(step);
    }
  }

  #tenant<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(
      this.#app.services.db,
      this.#user.accountId,
      async (trx) => (await query.execute(trx)).rows,
    );
  }

  #shown(): Promise<OwnerView> {
    return readOwnerView(this.#app.services.db, this.#user.accountId);
  }

  /** The clock goes on: every time that is stored lies so much further back. */
  async #pass(seconds: number): Promise<void> {
    if (seconds === 0) return;
    await this.#world.advanceClock(seconds);
    await advanceTime(this.#app.services.db, this.#user.accountId, seconds);
  }

  async #syncOnce(step: SyncStep): Promise<void> {
    await this.#pass(step.after);
    const { listing, run: lastRun } = await this.#shown();
    const held = listing?.lease === true;
    // Without a listing there is nothing to sync; a job for one that is gone ends without a trace.
    const listingId = listing?.id ?? '00000000-0000-4000-8000-000000000000';
    this.#world.startObserving();
    for (const { pages, happening } of step.meanwhile) this.#world.applyAfterPages(pages, happening);
    // A mark may have been set since the last look, and rows are compared by what a run did to them.
    const earlier = await readStoredState(this.#app.services.db, this.#user.accountId);
    const accepted = await this.#tenant(sql`select id from listings where removals_accepted_at is not null`);
    const [outcome] = await Promise.all([
      this.#runWithFate(listingId, step),
      step.twin
        ? runSync(this.#app.services.sync, this.#user.accountId, listingId, step.trigger, neverStops)
        : undefined,
    ]);
    await this.#judgeRun({ ...step, held, accepted: accepted.length > 0, lastRun }, outcome, earlier);
  }

  async #runWithFate(listingId: string, { fate, trigger }: SyncStep): Promise<'ended' | 'died' | 'ours'> {
    let die: () => void = () => {};
    const died = new Promise<'died'>((resolve) => {
      die = () => resolve('died');
    });
    const pointed = withFaultPoints(
      this.#app.services.sync,
      this.#app.services.connections.box,
      async ({ number }) => {
        if (fate === null || number !== fate.at) return undefined;
        if (fate.with !== 'death') return fate.with;
        pointed.kill();
        die();
        return new Promise(() => {});
      },
    );
    const run = runSync(pointed.deps, this.#user.accountId, listingId, trigger, neverStops).then(
      () => 'ended' as const,
      (error: unknown) => {
        // Our own trouble is handed to the queue, which asks again; anything else here is a fault of ours.
        if (fate === null) this.#complaints.push(`A run threw ${String(error)}`);
        return 'ours' as const;
      },
    );
    return Promise.race([run, died]);
  }

  /** I14: what must be a full pass is one. */
  #judgeKind({ run, listing }: OwnerView, step: SyncStep): void {
    if (run?.kind !== 'full') {
      if (this.#owed) this.#complaints.push('I14 a run ended well without the full pass that was asked for');
      if (step.trigger === 'manual' && !step.twin && listing?.apart != null && listing.apart !== 0)
        this.#complaints.push(
          `I14 a person's run left ${listing.apart} between the counts and did not read everything`,
        );
    }
    this.#owed = false;
  }

  /** I13 and P3: what the run says of itself, and whether it took away what was there all the time. */
  async #judgeRun(
    step: SyncStep & { held: boolean; accepted: boolean; lastRun: OwnerView['run'] },
    outcome: 'ended' | 'died' | 'ours',
    earlier: StoredState,
  ): Promise<void> {
    const now = await this.#shown();
    if (outcome === 'ended' && !step.twin) {
      if (now.listing?.lease === true && !step.held && step.fate === null)
        this.#complaints.push('SYN-08 the listing is still held after its run has ended');
      if (now.run?.outcome === 'running' && now.run.error_code !== null && now.run.next_try_at === null)
        this.#complaints.push('I13 a run waits without saying until when');
    }
    if (this.#world.callsForbidden && now.status === 'active' && outcome === 'ended' && step.fate === null)
      this.#complaints.push('I13 the connection looks well though its platform refused it for good');
    const after = await readStoredState(this.#app.services.db, this.#user.accountId);
    // Of two that try at the same time nobody knows here which one ended.
    const ended = now.run?.outcome === 'succeeded' || now.run?.error_code === 'counts-differ';
    const formerly = now.run?.id === step.lastRun?.id ? step.lastRun?.outcome : null;
    if (outcome === 'ended' && ended && (formerly === null || formerly === 'running'))
      this.#judgeKind(now, step);
    // A run of this step alone, undisturbed, that says it read everything that is new, has.
    if (
      outcome === 'ended' &&
      now.run?.outcome === 'succeeded' &&
      now.run.id !== step.lastRun?.id &&
      now.run.attempts === 1 &&
      step.meanwhile.length === 0
    )
      this.#complaints.push(
        ...findDifferences(after, this.#world.mustBeFound()).filter((one) => one.startsWith('I1')),
      );
    const counted = new Set(
      earlier.reviews.filter((row) => row.removed_at === null).map((row) => row.external_id),
    );
    const removed = after.reviews.filter((row) => row.removed_at !== null && counted.has(row.external_id));
    for (const { external_id } of removed)
      if (this.#world.presentThroughout().has(external_id))
        this.#complaints.push(`P3 ${external_id} was taken away though it was there all the time`);
    if (!step.accepted && removed.length > Math.max(5, counted.size * 0.02))
      this.#complaints.push(`SYN-07 ${removed.length} were taken away at once and nobody had agreed`);
  }

  async #mark(at: number, as: 'hidden_at' | 'pinned_at'): Promise<void> {
    const rows = this.#before.reviews.filter((row) => row.listing_id !== null);
    const row = rows[at % Math.max(1, rows.length)];
    if (row === undefined) return;
    const column = sql.ref(as);
    await this.#tenant(sql`update reviews set ${column} = now() where id = ${row.id}::uuid`);
    const [marked] = await this.#tenant<StoredReviewRow>(
      sql`select * from reviews where id = ${row.id}::uuid`,
    );
    if (marked !== undefined) this.#kept.set(row.external_id, marked);
  }

  async #reconnect(other: boolean): Promise<void> {
    await this.#world.reauthorize(other);
    try {
      await this.#connect(this.#user);
      this.#owed = true;
    } catch (error) {
      // While the platform asked everybody to wait, an owner who chooses listings has to wait too.
      if (!(error instanceof AppError && error.code === 'platform-busy')) throw error;
    }
  }

  async #disconnectAll(): Promise<void> {
    const rows = await this.#tenant<{ id: string }>(sql`select id from connections`);
    for (const { id } of rows) {
      const { status, text } = await this.#user.call('DELETE', `/connections/${id}`, { content: 'now' });
      if (status !== 200) throw new Error(`Disconnecting answered ${status}: ${text}`);
    }
    // Content of a disconnected platform is deleted as decided, our marks on it too.
    this.#kept = new Map([...this.#kept].filter(([id]) => !id.startsWith(modelLocation)));
    this.#before = {
      ...this.#before,
      reviews: this.#before.reviews.filter((row) => row.listing_id === null),
    };
  }

  async #accept(): Promise<void> {
    const { listing } = await this.#shown();
    if (listing?.held_back_count != null)
      await acceptHeldBackRemovals(this.#app.services.sync, this.#user, listing.id);
  }

  async #checkEverything(): Promise<void> {
    const { listing } = await this.#shown();
    if (listing === null) return;
    try {
      await syncNow(this.#app.services.sync, this.#user.accountId, listing.id, true);
      this.#owed = true;
    } catch (error) {
      // Too soon, while the platform asked to wait, or while the owner has to act first.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async check(): Promise<string[]> {
    await this.#world.refresh();
    const copy = await readStoredState(this.#app.services.db, this.#user.accountId);
    const found = [
      ...findViolations(copy),
      ...this.#complaints.splice(0),
      ...this.#world.violations.splice(0),
    ];
    const rows = new Map(copy.reviews.map((row) => [row.external_id, row]));
    for (const old of this.#before.reviews) {
      const row = rows.get(old.external_id);
      if (row === undefined) found.push(`I4 the row of ${old.external_id} is gone`);
      else if (changed(row) < changed(old)) found.push(`I9 ${row.external_id} went back in time`);
      else if (row.listing_id === null && row.version !== old.version)
        found.push(`I5 ${row.external_id} is the owner's own and was written`);
    }
    for (const [id, mine] of this.#kept) {
      const row = rows.get(id);
      for (const name of ['id', 'created_at', 'hidden_at', 'pinned_at'] as const)
        if (String(row?.[name]) !== String(mine[name]))
          found.push(`I4 ${id}.${name} is ${row?.[name]} instead of ${mine[name]}`);
    }
    for (const row of copy.reviews)
      if (!this.#kept.has(row.external_id)) this.#kept.set(row.external_id, row);
    this.#before = copy;
    return found;
  }

  async settle(): Promise<string[]> {
    await this.#world.endTrouble();
    if (this.#world.callsForbidden) {
      await this.#pass(day);
      await this.#reconnect(false);
    }
    const broken: string[] = [];
    let found: string[] = [];
    // A pass that asks twice, a day apart; before it perhaps one that holds back, and one that had to wait.
    for (let passes = 0; passes < 5; passes += 1) {
      await this.#pass(day);
      const { status, listing } = await this.#shown();
      if (status !== 'active' || listing === null) await this.#reconnect(false);
      await this.#accept();
      await this.#tenant(sql`update listings set last_full_pass_at = now() - interval '8 days'`);
      await this.#syncOnce({
        do: 'sync',
        trigger: 'schedule',
        after: 0,
        meanwhile: [],
        fate: null,
        twin: false,
      });
      const copy = await readStoredState(this.#app.services.db, this.#user.accountId);
      broken.push(...(await this.check()));
      const { run, listing: after, status: now } = await this.#shown();
      // Only this pass may have noticed that the owner has to act.
      found =
        now === 'active'
          ? findDifferences(copy, await this.#world.listReviews())
          : ['The connection waits for its owner'];
      if (found.length === 0 && run?.outcome === 'succeeded' && after?.held_back_count == null) break;
      if (passes === 4) found.push(`It did not come to rest: ${JSON.stringify(run)}`);
    }
    return [...broken, ...found, ...(await this.#idle())];
  }

  /** I10 and I11: another run finds nothing and writes nothing; the neighbour was not touched by any of it. */
  async #idle(): Promise<string[]> {
    const found: string[] = [];
    const versions = ({ reviews }: StoredState) =>
      JSON.stringify(reviews.map((row) => [row.external_id, row.version]));
    const still = await readStoredState(this.#app.services.db, this.#user.accountId);
    const { calls } = this.#world;
    await this.#syncOnce({ do: 'sync', trigger: 'manual', after: 0, meanwhile: [], fate: null, twin: false });
    await this.#world.refresh();
    if (this.#world.calls === calls) found.push('I10 the idle run did not even look');
    if (versions(await readStoredState(this.#app.services.db, this.#user.accountId)) !== versions(still))
      found.push('I10 an idle run wrote');
    if (
      versions(await readStoredState(this.#app.services.db, this.#neighbour.accountId)) !==
      versions(this.#neighbourCopy)
    )
      found.push("I11 the neighbour's rows were written");
    return [...found, ...this.#complaints.splice(0), ...this.#world.violations.splice(0)];
  }
}

function changed(row: StoredReviewRow): number {
  return (row.edited_at ?? row.written_at).getTime();
}
