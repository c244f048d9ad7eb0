import { listedLanguages } from '@kindling/contract/constants';
import type { ReactNode } from 'react';
import type { PlanText, ShownPrices } from './plan-text.ts';

const unlimited = ['widgets', 'views', 'reviews', 'sites'] as const;

interface PlanReceiptProps {
  text: PlanText;
  prices: ShownPrices;
  brand: string;
  /** Says that it is the reader's own plan. */
  stamp?: string | undefined;
  /** The reader's own trial, in words; null without one. Default: the free days that everybody begins with. */
  trial?: { left: string; until: string } | null;
  /** What to do with it, and notes about that. */
  children: ReactNode;
}

/** The plan as a receipt: what it includes, each with its limit, and the price. */
export function PlanReceipt({ text, prices, brand, stamp, trial, children }: PlanReceiptProps) {
  return (
    <div className="plan-receipt">
      <div className="plan-paper">
        <h2>
          {/* The installation's name, in every language. */}
          <span translate="no">{brand}</span> <span className="plan-head">{text('slip.head')}</span>
        </h2>
        {stamp === undefined ? null : <p className="plan-stamp">{stamp}</p>}
        <dl className="plan-lines">
          {unlimited.map((line) => (
            <div key={line}>
              <dt>{text(`slip.${line}`)}</dt>
              <dd>{text('slip.unlimited')}</dd>
            </div>
          ))}
          <div>
            <dt>{text('slip.languages')}</dt>
            <dd>{listedLanguages.length}</dd>
          </div>
          <div>
            <dt>{text('slip.help')}</dt>
            <dd>{text('slip.day')}</dd>
          </div>
          {trial === null ? null : (
            <div className="plan-free">
              <dt>{trial?.left ?? text('slip.trial')}</dt>
              <dd>{trial?.until ?? text('slip.free')}</dd>
            </div>
          )}
        </dl>
        <div className="plan-sum" aria-live="polite">
          <p className="plan-by-month">
            <b>{prices.month}</b> {text('slip.perMonth')}
            <span>{text('slip.monthNote')}</span>
          </p>
          <p className="plan-by-year">
            <b>{prices.year}</b> {text('slip.perYear')}
            <span>
              {prices.saving === null
                ? text('slip.yearPlain', { price: prices.yearMonthly })
                : text('slip.yearNote', { price: prices.yearMonthly, saving: prices.saving })}
            </span>
          </p>
        </div>
        {children}
        <p className="plan-small">{text('slip.tax', { currency: prices.currency })}</p>
      </div>
    </div>
  );
}
