import type { DraftCheck, ReplyDraft } from '@kindling/contract/assistant';
import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Group } from '@mantine/core';
import { IconSettings, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import css from '../replying/composer.module.css';
import type { Draft } from '../replying/use-draft.ts';
import { AssistantDialog } from './assistant-dialog.tsx';
import { useAssistant, useReplyDraft } from './use-assistant.ts';

// locale-keys: assistant.check.*

interface AssistantPartProps {
  review: OwnReview;
  draft: Draft;
  disabled: boolean;
}

/** The assistant in the composer. It writes drafts only; the field stays usable while it works. */
export function AssistantPart({ review, draft, disabled }: AssistantPartProps) {
  const { t } = useText();
  const texts = useArea('assistant');
  const { data } = useAssistant();
  const maySwitch = useMayDo('assistant.switch');
  const request = useReplyDraft(review.id);
  const [dialog, setDialog] = useState(false);
  const [checks, setChecks] = useState<readonly DraftCheck[]>([]);
  /** A draft that arrived while the field had words of a person. */
  const [offer, setOffer] = useState<ReplyDraft | null>(null);
  const assistant = data?.assistant;
  if (!texts.isSuccess || assistant === undefined || assistant.host === null) return null;
  if (!assistant.on && !maySwitch) return null;
  const take = ({ text, checks: found }: ReplyDraft) => {
    draft.change(text, true);
    setChecks(found);
    setOffer(null);
  };
  const ask = () =>
    request.mutate(undefined, {
      onSuccess: (answer) => (draft.isReplaceable() ? take(answer) : setOffer(answer)),
    });
  return (
    <>
      {request.isPending ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={request.cancel}
          leftSection={<IconSparkles size={16} aria-hidden />}
        >
          {t('assistant:cancel')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={disabled}
          leftSection={<IconSparkles size={16} aria-hidden />}
          onClick={assistant.on ? ask : () => setDialog(true)}
        >
          {assistant.on ? t('assistant:draft') : t('assistant:turnOnAction')}
        </Button>
      )}
      {assistant.on && maySwitch ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('assistant:settings')}
          title={t('assistant:settings')}
          onClick={() => setDialog(true)}
        >
          <IconSettings size={16} aria-hidden />
        </Button>
      ) : null}
      <div className={css.result} role="status">
        {request.isPending ? <p className={css.drafted}>{t('assistant:working')}</p> : null}
        {draft.byAssistant ? <DraftLabel simulated={assistant.simulated} checks={checks} /> : null}
      </div>
      {request.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={request.error} />
        </p>
      )}
      {offer === null ? null : <Offer offer={offer} onTake={take} onDrop={() => setOffer(null)} />}
      <AssistantDialog opened={dialog} assistant={assistant} onClose={() => setDialog(false)} />
    </>
  );
}

/** Stays until a person changes the text. */
function DraftLabel({ simulated, checks }: { simulated: boolean; checks: readonly DraftCheck[] }) {
  const { t } = useText();
  return (
    <p className={css.drafted}>
      <Tag tone="warn">{simulated ? t('assistant:labelSimulated') : t('assistant:label')}</Tag>
      <span>{t('assistant:readFirst')}</span>
      {checks.map((check) => (
        <strong key={check}>{t(`assistant:check.${check}`)}</strong>
      ))}
    </p>
  );
}

interface OfferProps {
  offer: ReplyDraft;
  onTake: (draft: ReplyDraft) => void;
  onDrop: () => void;
}

/** Nothing that a person wrote is replaced without them. */
function Offer({ offer, onTake, onDrop }: OfferProps) {
  const { t } = useText();
  return (
    <section className={css.offer} aria-label={t('assistant:label')}>
      <Tag tone="warn">{t('assistant:label')}</Tag>
      <p className={css.quote} dir="auto">
        {offer.text}
      </p>
      {/* Away from the button that asked for the draft: a second click there must not drop it. */}
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={() => onTake(offer)}>
          {t('assistant:replace')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onDrop}>
          {t('assistant:drop')}
        </Button>
      </Group>
    </section>
  );
}
