import type { Mailing } from '@kindling/contract/mailings';
import { Button, Group } from '@mantine/core';
import { IconDeviceFloppy, IconSend, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client, query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { AudienceFields } from './audience-fields.tsx';
import { BackLink } from './back-link.tsx';
import { type DraftSource, type DraftValues, draftOf, incompleteLanguage, valuesOf } from './draft-values.ts';
import { MailNotices } from './mail-notices.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { SendDialog } from './send-dialog.tsx';
import css from './send-email.module.css';
import { TextFields } from './text-fields.tsx';
import { useMailingChange, useMailings } from './use-mailings.ts';
import { useUnsavedDraft } from './use-unsaved-draft.tsx';

interface MailingEditorProps {
  /** As it is stored; null for a new one. */
  mailing: Mailing | null;
  template: DraftSource | null;
  onStored: (id: string) => void;
  onClose: () => void;
}

/** Writes a draft, with its preview beside it. What was typed stays when somebody else was faster. */
export function MailingEditor({ mailing, template, onStored, onClose }: MailingEditorProps) {
  const { t } = useText();
  const form = useDraftForm({ mailing, template, onStored });
  const [shown, setShown] = useState(form.values.fallback);
  const [tried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<'send' | 'remove' | null>(null);
  const [first] = useMailings().data?.pages ?? [];
  const { stored, draft } = form;
  const review = () => {
    const incomplete = incompleteLanguage(form.values);
    if (incomplete === null) {
      form.store(() => setDialog('send'));
      return;
    }
    // The fields of the language must be there before one of them can have the focus.
    flushSync(() => {
      setTried(true);
      setShown(incomplete);
    });
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Page
      title={t(stored === null ? 'admin-send-email:newTitle' : 'admin-send-email:draftTitle')}
      back={<BackLink />}
      actions={
        <Group gap="xs">
          {stored === null ? null : (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDialog('remove')}
            >
              {t('admin-send-email:remove')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            disabled={draft === null || !form.isDirty}
            loading={form.isPending}
            onClick={() => form.store(() => toast({ tone: 'good', message: t('admin-send-email:saved') }))}
          >
            {t('common:save')}
          </Button>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={draft === null || first?.mailWorks === false}
            loading={form.isPending}
            onClick={review}
          >
            {t('admin-send-email:review')}
          </Button>
        </Group>
      }
    >
      <div className={css.stack}>
        <MailNotices />
        <SaveNotice form={form} mailing={mailing} />
        <div className={css.editor}>
          <div className={css.stack} ref={fields}>
            <AudienceFields values={form.values} set={form.set} hasPlans={first?.plans ?? true} />
            <TextFields values={form.values} set={form.set} shown={shown} onShow={setShown} tried={tried} />
          </div>
          <PreviewPanel
            draft={draft}
            language={shown}
            mailWorks={first?.mailWorks ?? true}
            store={form.store}
          />
        </div>
      </div>
      {dialog === 'send' && stored !== null ? (
        <SendDialog mailing={stored} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'remove' && stored !== null ? (
        <RemoveDialog
          mailing={stored}
          onClose={() => setDialog(null)}
          onRemoved={() => form.leave(onClose)}
        />
      ) : null}
      {form.dialog}
    </Page>
  );
}

type DraftForm = ReturnType<typeof useDraftForm>;

/** The values of the form, what is stored, and storing them. */
function useDraftForm({
  mailing,
  template,
  onStored,
}: Pick<MailingEditorProps, 'mailing' | 'template' | 'onStored'>) {
  const cache = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(mailing ?? template));
  /** As this form knows it; somebody else may have changed it since. */
  const [stored, setStored] = useState(mailing);
  const draft = draftOf(values);
  const isDirty = stored === null || JSON.stringify(draft) !== JSON.stringify(draftOf(valuesOf(stored)));
  const isTouched = isDirty && JSON.stringify(values) !== JSON.stringify(valuesOf(null));
  const guard = useUnsavedDraft(isTouched);
  const save = useMailingChange(
    (input: { draft: NonNullable<typeof draft>; then: (saved: Mailing) => void }) =>
      stored === null
        ? client.mailings.create(input.draft)
        : client.mailings.change({ id: stored.id, version: stored.version, draft: input.draft }),
    (saved, { then }) => {
      cache.setQueryData(query.mailings.get.queryKey({ input: { id: saved.id } }), saved);
      setStored(saved);
      if (stored === null) guard.leave(() => onStored(saved.id));
      then(saved);
    },
  );
  return {
    values,
    set: (change: Partial<DraftValues>) => setValues((before) => ({ ...before, ...change })),
    stored,
    draft,
    isDirty,
    isPending: save.isPending,
    error: save.error,
    /** Stores what was typed, if something was, and goes on with what is stored. */
    store: (then: (saved: Mailing) => void) => {
      if (draft === null) return;
      if (!isDirty && stored !== null) then(stored);
      else save.send({ draft, then });
    },
    /** Goes on from what somebody else stored, with their text or with this one. */
    takeOver: (theirs: Mailing, isTheirText: boolean) => {
      setStored(theirs);
      if (isTheirText) setValues(valuesOf(theirs));
      save.reset();
    },
    leave: guard.leave,
    dialog: guard.dialog,
  };
}

function SaveNotice({ form, mailing }: { form: DraftForm; mailing: Mailing | null }) {
  const { t } = useText();
  if (form.error === null) return null;
  const isConflict = toApiError(form.error).code === 'conflict';
  if (!isConflict || mailing === null || mailing.version === form.stored?.version)
    return (
      <Notice tone="bad" alert>
        <ErrorText error={form.error} />
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      alert
      title={t('admin-send-email:conflict.title', {
        name: mailing.changedBy ?? t('admin-send-email:somebodyGone'),
      })}
      action={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => form.takeOver(mailing, true)}>
            {t('admin-send-email:conflict.theirs')}
          </Button>
          <Button variant="default" size="xs" onClick={() => form.takeOver(mailing, false)}>
            {t('admin-send-email:conflict.mine')}
          </Button>
        </Group>
      }
    >
      {t('admin-send-email:conflict.text')}
    </Notice>
  );
}

function RemoveDialog({
  mailing,
  onClose,
  onRemoved,
}: {
  mailing: Mailing;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const { t } = useText();
  const change = useMailingChange(
    () => client.mailings.remove({ id: mailing.id, version: mailing.version }),
    () => {
      toast({ tone: 'good', message: t('admin-send-email:removed') });
      onRemoved();
    },
  );
  return (
    <ConfirmDialog
      opened
      title={t('admin-send-email:removeTitle')}
      confirm={t('admin-send-email:remove')}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.send()}
      onClose={onClose}
    >
      <p>{t('admin-send-email:removeText')}</p>
    </ConfirmDialog>
  );
}
