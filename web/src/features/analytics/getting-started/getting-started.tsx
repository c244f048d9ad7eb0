import type { Dashboard, SetupProgress } from '@kindling/contract/analytics';
import { Button, Progress } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { mayDo } from '../../../lib/auth/rights.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useText } from '../../../lib/i18n/text.ts';
import { CreateFirstWidget } from '../../../ui/create-first-widget.tsx';
import { FirstStep } from '../../../ui/first-step.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { isDismissed, storeDismissed } from './dismissed.ts';
import css from './getting-started.module.css';
import { NameBusinessForm } from './name-business-form.tsx';
import { StepDrawing } from './step-drawing.tsx';
import { gettingStartedSteps, type StepKey, stepActions } from './steps.ts';

// locale-keys: dashboard.setup.*

/** Steps that are left when the list becomes one line: the widget is published then. */
const foldedUpTo = 2;

interface GettingStartedProps {
  setup: SetupProgress;
  sources: Dashboard['sources'];
}

/**
 * The steps from an empty account to a widget on the owner's site, as far as the member may take them. Hidden once they
 * are done or dismissed.
 */
export function GettingStarted({ setup, sources }: GettingStartedProps) {
  const { t } = useText();
  const { business } = setup;
  const [dismissed, setDismissed] = useState(() => isDismissed(business.id));
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const user = useAuth().additionalUserDetails;
  const steps = gettingStartedSteps(setup, sources).filter(({ key }) => mayDo(user, stepActions[key]));
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.key;
  if (dismissed || next === undefined) return null;
  // From then on the rest of the screen matters more.
  const isUnfolded = isOpen ?? done < Math.max(steps.length - foldedUpTo, 1);
  const dismiss = () => {
    storeDismissed(business.id);
    setDismissed(true);
  };
  return (
    <section className={css.card} aria-labelledby="getting-started" data-folded={!isUnfolded || undefined}>
      <header className={css.head}>
        <div>
          <h2 id="getting-started" className={css.title}>
            {t('dashboard:setup.title')}
          </h2>
          {isUnfolded ? <p className={css.lead}>{t('dashboard:setup.lead')}</p> : null}
        </div>
        <Button
          className={css.fold}
          variant="subtle"
          size="xs"
          aria-expanded={isUnfolded}
          rightSection={
            isUnfolded ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />
          }
          onClick={() => setOpen(!isUnfolded)}
        >
          {isUnfolded
            ? t('dashboard:setup.fold')
            : t('dashboard:setup.unfold', { step: t(`dashboard:setup.${next}.title`) })}
        </Button>
        {/* Dismissible once a widget is published: the last step never completes on pages that send no referrer. */}
        {setup.published > 0 ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={dismiss}
          >
            {t('dashboard:setup.dismiss')}
          </Button>
        ) : null}
      </header>
      <div className={css.progress}>
        <Progress
          value={(done / steps.length) * 100}
          size="sm"
          aria-label={t('dashboard:setup.progress', { done, total: steps.length })}
        />
        <span aria-hidden="true">{t('dashboard:setup.progress', { done, total: steps.length })}</span>
      </div>
      {isUnfolded ? (
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
                  {t(`dashboard:setup.${step.key}.title`)}
                  {step.done ? <span className="k-hidden"> ({t('dashboard:setup.done')})</span> : null}
                </h3>
                {step.key === next ? <StepContent step={step.key} setup={setup} /> : null}
              </div>
              {step.key === next ? <StepDrawing step={step.key} /> : null}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

/** The action of the current step. */
function StepContent({ step, setup }: { step: StepKey; setup: SetupProgress }) {
  const { t } = useText();
  const actions: Record<StepKey, ReactNode> = {
    business: <NameBusinessForm business={setup.business} />,
    connect: <FirstStep />,
    widget:
      setup.widgets === 0 ? (
        <CreateFirstWidget />
      ) : (
        <LinkButton to="/widgets">{t('dashboard:setup.widget.actionPublish')}</LinkButton>
      ),
    ask: <LinkButton to="/review-pipeline/review">{t('dashboard:setup.ask.action')}</LinkButton>,
    page: <LinkButton to="/widgets">{t('dashboard:setup.page.action')}</LinkButton>,
  };
  return (
    <>
      <p className={css.text}>{t(`dashboard:setup.${step}.text`)}</p>
      {actions[step]}
      {step === 'page' ? <p className={css.hint}>{t('dashboard:setup.page.waiting')}</p> : null}
    </>
  );
}
