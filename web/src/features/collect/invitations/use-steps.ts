import { useEffect, useRef, useState } from 'react';
import { type CampaignStep, campaignSteps } from './steps.tsx';

/** The open step. `isReady` tells whether a step may be left; what is missing is shown once somebody tried. */
export function useSteps(isReady: (step: CampaignStep) => boolean) {
  const [step, setStep] = useState<CampaignStep>('people');
  /** How often somebody tried to leave the open step while something was missing. */
  const [attempts, setAttempts] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // The pressed button stays in place while its step is replaced, so the focus moves to the heading of the new one.
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const heading = frame.current?.querySelector<HTMLElement>('[data-step-title]');
    heading?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'start' });
  }, [step]);
  // After the fields show what is missing.
  useEffect(() => {
    if (attempts > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const open = (next: CampaignStep) => {
    setAttempts(0);
    setStep(next);
  };
  return {
    step,
    open,
    /** Whether the missing parts of the open step are shown. */
    tried: attempts > 0,
    frame,
    /** Opens the step after this one, or shows what is missing. @returns whether the last one may be sent */
    next(): boolean {
      if (!isReady(step)) {
        setAttempts(attempts + 1);
        return false;
      }
      const following = campaignSteps[campaignSteps.indexOf(step) + 1];
      if (following === undefined) return true;
      open(following);
      return false;
    },
    back() {
      const previous = campaignSteps[campaignSteps.indexOf(step) - 1];
      if (previous !== undefined) open(previous);
    },
  };
}
