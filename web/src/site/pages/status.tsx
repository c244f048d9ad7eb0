/** What works at this moment. The server fills in the state (server/src/http/site/status-page.ts). */
import { statusPath } from '@kindling/contract/site';
import type statusTexts from '@kindling/locales/en/site-status.json';
import type { PageProps, SitePage } from '../site-page.ts';
import { rich } from './rich-text.tsx';

// locale-keys: site-status.*

type StatusTexts = typeof statusTexts;

const good = 'state-good';
const bad = 'state-bad';

function Status({ texts: { hero, checks, notices, programs } }: PageProps<StatusTexts>) {
  const { pages, database, changes, sync } = checks;
  const synced = { time: '[[status.synced]]' };
  return (
    <div className="wrap plain">
      <header className="plain-head">
        <h1>{hero.title}</h1>
        <p className="lead" data-if="status.good">
          {hero.good}
        </p>
        <p className="lead" data-unless="status.good">
          {hero.bad}
        </p>
        <p className="small">{rich(hero.checked, { time: '[[status.checked]]' })}</p>
      </header>
      <section className="plain-part" aria-labelledby="checks-title">
        <h2 id="checks-title">{checks.title}</h2>
        <dl className="facts-list">
          <div>
            <dt>{pages.title}</dt>
            <dd className={good}>{pages.good}</dd>
          </div>
          <div>
            <dt>{database.title}</dt>
            <dd className={good} data-if="status.database">
              {database.good}
            </dd>
            <dd className={bad} data-unless="status.database">
              {database.bad}
            </dd>
          </div>
          <div>
            <dt>{changes.title}</dt>
            <dd className={good} data-if="status.writable">
              {changes.good}
            </dd>
            <dd className={bad} data-unless="status.writable">
              {changes.bad}
            </dd>
          </div>
          <div>
            <dt>{sync.title}</dt>
            <dd className={good} data-if="status.syncGood">
              <span>{rich(sync.good, synced)}</span>
            </dd>
            <dd className={bad} data-if="status.syncLate">
              <span>{rich(sync.late, synced)}</span>
            </dd>
            <dd data-if="status.syncNone">{sync.none}</dd>
            <dd className={bad} data-if="status.syncUnknown">
              {sync.unknown}
            </dd>
          </div>
        </dl>
        <p className="small">{rich(programs, { path: <code>/readyz</code> })}</p>
      </section>
      <section className="plain-part" aria-labelledby="notices-title" data-if="notice.count">
        <h2 id="notices-title">{notices.title}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{notices.text}</th>
              <th scope="col">{notices.until}</th>
            </tr>
          </thead>
          <tbody>
            <tr data-each="notice">
              <td>[[notice.text]]</td>
              <td>[[notice.until]]</td>
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  );
}

export const statusPage: SitePage<StatusTexts> = {
  path: statusPath,
  area: 'site-status',
  css: 'pages/plain.css',
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  Body: Status,
};
