import type { SetupProgress } from '@kindling/contract/analytics';
import { Button, Progress } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { isDismissed, storeDismissed } from './dismissed.ts';
import css from './getting-started.module.css';
import { NameBusinessForm } from './name-business-form.tsx';
import { StepDrawing } from './step-drawing.tsx';
import { gettingStartedSteps, type StepKey } from './steps.ts';

// locale-keys: dashboard.start.*

/** The steps from an empty account to a widget on the owner's site. Hidden once they are done or dismissed. */
export function GettingStarted({ start, total }: { start: SetupProgress; total: number }) {
  const { t } = useText();
  const { business } = start;
  const [dismissed, setDismissed] = useState(() => isDismissed(business.id));
  const steps = gettingStartedSteps(start, total);
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.key;
  if (dismissed || next === undefined) return null;
  const dismiss = () => {
    storeDismissed(business.id);
    setDismissed(true);
  };
  return (
    <section className={css.card} aria-labelledby="getting-started">
      <header className={css.head}>
        <div>
          <h2 id="getting-started" className={css.title}>
            {t('dashboard:start.title')}
          </h2>
          <p className={css.lead}>{t('dashboard:start.lead')}</p>
        </div>
        {/* Dismissible once a widget is published: the last step never completes on pages that send no referrer. */}
        {start.published > 0 ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={dismiss}
          >
            {t('dashboard:start.dismiss')}
          </Button>
        ) : null}
      </header>
      <div className={css.progress}>
        <Progress
          value={(done / steps.length) * 100}
          size="sm"
          aria-label={t('dashboard:start.progress', { done, total: steps.length })}
        />
        <span aria-hidden="true">{t('dashboard:start.progress', { done, total: steps.length })}</span>
      </div>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={css.step}
            data-state={step.done ? 'done' : step.key === next ? 'next' : 'later'}
            aria-current={step.key === next ? 'step' : undefined}
          >
            <span className={css.bullet} aria-hidden="true">
              {step.done ? <IconCheck size={16} stroke={2.5} /> : index + 1}
            </span>
            <div className={css.what}>
              <h3 className={css.name}>
                {t(`dashboard:start.${step.key}.title`)}
                {step.done ? <span className="k-hidden"> ({t('dashboard:start.done')})</span> : null}
              </h3>
              {step.key === next ? <StepContent step={step.key} start={start} /> : null}
            </div>
            {step.key === next ? <StepDrawing step={step.key} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The action of the current step. */
function StepContent({ step, start }: { step: StepKey; start: SetupProgress }) {
  const { t } = useText();
  const actions: Record<StepKey, ReactNode> = {
    business: <NameBusinessForm business={start.business} />,
    connect: (
      <div className={css.actions}>
        <LinkButton to="/connections">
          {start.connections === 0
            ? t('dashboard:start.connect.action')
            : t('dashboard:start.connect.actionChoose')}
        </LinkButton>
        <LinkButton to="/connections/import" variant="default">
          {t('dashboard:start.connect.import')}
        </LinkButton>
      </div>
    ),
    widget: (
      <LinkButton to="/widgets">
        {start.widgets === 0 ? t('dashboard:start.widget.action') : t('dashboard:start.widget.actionPublish')}
      </LinkButton>
    ),
    page: <LinkButton to="/widgets">{t('dashboard:start.page.action')}</LinkButton>,
  };
  return (
    <>
      <p className={css.text}>{t(`dashboard:start.${step}.text`)}</p>
      {actions[step]}
      {step === 'page' ? <p className={css.hint}>{t('dashboard:start.page.waiting')}</p> : null}
    </>
  );
}
