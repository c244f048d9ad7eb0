/**
 * What a slice adds to the program. Its tables and jobs are known before anything starts; its module is built once for
 * each process, from the shared services and the modules of the lower slices. `app.ts` has the list of slices.
 */
import type { ConnectorId, Platform } from '@kindling/contract/platforms';
import type { Draining } from '@kindling/service/draining';
import type { Limits } from '@kindling/service/limits';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings.ts';
import type { Connector } from '../connectors/connector.ts';
import type { ReviewArchive } from '../connectors/kit/archive.ts';
import type { ReviewSites } from '../connectors/kit/review-addresses.ts';
import type { PlatformWebhooks } from '../connectors/kit/webhooks.ts';
import type { ChangeNotifications } from '../db/change-notifications.ts';
import type { Database } from '../db/client.ts';
import type { ReadOnlyMode } from '../db/read-only-mode.ts';
import type { ReplicaReads } from '../db/replica-reads.ts';
import type { EventDefinition } from '../events/domain-event.ts';
import type { Subscriber, SubscriberDefinition } from '../events/subscriber.ts';
import type { ApiRouter, RouteBuilder } from '../http/api.ts';
import type { Authenticate } from '../http/caller.ts';
import type { EventStreams } from '../http/event-streams.ts';
import type { OnFailure } from '../http/server.ts';
import type { RenderDeletionPage } from '../http/site/deletion-page.ts';
import type { JobDefinition, JobHandler } from '../jobs/job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { FailureReports } from '../lib/failure-reports.ts';
import type { Log } from '../lib/log.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import type { GaugeReading } from './gauge-reading.ts';
import type { SliceTables } from './slice-tables.ts';

/** What the slices of a process share. */
export interface SharedServices {
  settings: Settings;
  db: Database;
  changes: ChangeNotifications;
  queue: Queue;
  readOnly: ReadOnlyMode;
  log: Log;
  /** Counts what people and networks may do, over all processes of the installation. */
  limits: Limits;
  replicaReads: ReplicaReads;
  /** Whether the process is about to end. */
  draining: Draining;
  /** Encrypts stored secrets such as tokens and mails. */
  box: SecretBox;
  platforms: PlatformServices;
  /** Folder of the built client scripts of embeds. */
  guestFolder: string;
  /** Folder of the source maps of what browsers run. */
  mapsFolder: string;
  /** Takes failures outside of the API's own error handlers. */
  failures: FailureReports;
}

/** What the connectors' registry gives to slices, because slices must not name a platform. */
export interface PlatformServices {
  connectors: ReadonlyMap<ConnectorId, Connector>;
  webhooks: ReadonlyMap<Platform, PlatformWebhooks>;
  /** Hosts that serve the authors' pictures, each with the origin of the simulator that replaces it, or null. */
  photoHosts: readonly { names: readonly string[]; at: string | null }[];
  /** Readers of the archives that platforms export for owners. */
  archives: readonly ReviewArchive[];
  /** Addresses at which reviews of a business are written. */
  reviewSites: ReviewSites;
}

/** What the web role gives to the slices in addition to the shared services. */
export interface WebContext {
  routes: RouteBuilder;
  authenticate: Authenticate;
  streams: EventStreams;
  renderDeletionPage: RenderDeletionPage;
}

/** What a slice adds to the web role. */
export interface WebPart {
  /** The slice's part of the API, by the keys of the contract. */
  routes?: Partial<ApiRouter>;
  /** Adds routes outside the contract: public addresses, uploads, callbacks of platforms. */
  mount?(app: FastifyInstance): void | Promise<void>;
  /** Called for each response with status 500. */
  onFailure?: OnFailure;
}

/** What a slice adds to the worker role. */
export interface WorkerPart {
  /** One handler for each job of the slice. @throws Error with one sentence when a setting is missing */
  handlers(): JobHandler[];
  /** The slice's declared subscribers with what they do. */
  subscribers?(): Subscriber[];
  /**
   * Continues at once what an earlier process left unfinished. Called before jobs run, and only with the embedded
   * database, where no other process can be working on it.
   */
  recover?(): Promise<void>;
  /** Enqueues due work when the worker starts. */
  enqueueDue?(): Promise<void>;
}

/** Stops what was started. */
export type Stop = () => Promise<unknown>;

/** A slice built for one process. Higher slices use its other members (dependencies, hooks) through its own type. */
export interface SliceModule {
  /** Hooks that higher slices fill; the start checks them. */
  hooks?: Readonly<Record<string, { check(): void }>>;
  web?(context: WebContext): WebPart;
  worker?: WorkerPart;
  /** Gauges for metrics that are read from the slice's tables. */
  readings?: readonly GaugeReading[];
  /** Starts the recurring work of the web role, once the server listens. */
  startWebTasks?(): Stop;
  /** Finishes work and releases resources, after the last request and before the queue stops. */
  close?(): Promise<unknown>;
}

export interface Slice<Module extends SliceModule = SliceModule> {
  name: string;
  tables: SliceTables;
  jobs: readonly JobDefinition[];
  /** The events that the slice publishes in its transactions. */
  events: readonly EventDefinition[];
  /** What subscribes to events, of this slice or of slices below. */
  subscribers: readonly SubscriberDefinition[];
  /** The module of this process: built at the first call; later calls with the same `shared` return the same module. */
  module(shared: SharedServices): Module;
}

export function defineSlice<Module extends SliceModule>(definition: {
  name: string;
  tables?: SliceTables;
  jobs?: readonly JobDefinition[];
  events?: readonly EventDefinition[];
  subscribers?: readonly SubscriberDefinition[];
  build(shared: SharedServices): Module;
}): Slice<Module> {
  const { name, tables = { account: [], other: [] }, jobs = [], events = [], subscribers = [] } = definition;
  // A test runs several programs in one process, each with its own shared services.
  const modules = new WeakMap<SharedServices, Module>();
  return {
    name,
    tables,
    jobs,
    events,
    subscribers,
    module(shared) {
      const known = modules.get(shared);
      if (known !== undefined) return known;
      const built = definition.build(shared);
      modules.set(shared, built);
      return built;
    },
  };
}
