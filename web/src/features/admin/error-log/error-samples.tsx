import { type ErrorSample, errorLogLimits } from '@kindling/contract/error-log';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { RequestId } from '../../../ui/request-id.tsx';
import css from './error-log.module.css';
import { visibleText } from './visible-text.ts';

interface ErrorSamplesProps {
  samples: readonly ErrorSample[];
  /** The list with the errors of an account. */
  hrefOfAccount: (accountId: string) => string;
}

/** The newest events, each with what is known of it. */
export function ErrorSamples({ samples, hrefOfAccount }: ErrorSamplesProps) {
  const { t, i18n } = useText();
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h3>{t('admin-error-log:newest')}</h3>
      </div>
      {samples.length === 0 ? (
        <p className={css.hint}>{t('admin-error-log:noSamples')}</p>
      ) : (
        <>
          <p className={css.hint}>{t('admin-error-log:newestHint', { count: errorLogLimits.samples })}</p>
          <ol className={css.samples}>
            {samples.map(({ id, at, message, route, requestId, accountId, release }) => (
              <li key={id}>
                <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
                <div className={css.sampleFacts}>
                  <span className={css.route} data-foreign>
                    {visibleText(route)}
                  </span>
                  {message === '' ? null : (
                    <span className={css.sampleMessage} data-foreign>
                      {visibleText(message)}
                    </span>
                  )}
                  {requestId === null ? null : <RequestId id={visibleText(requestId)} />}
                  {accountId === null ? null : (
                    <span>
                      <Anchor component={Link} to={hrefOfAccount(accountId)} inherit>
                        {t('admin-error-log:account', { id: accountId })}
                      </Anchor>
                    </span>
                  )}
                  {release === null ? null : (
                    <span className={css.release}>
                      {t('admin-error-log:build', { name: visibleText(release) })}
                    </span>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
