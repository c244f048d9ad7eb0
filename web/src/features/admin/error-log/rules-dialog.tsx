import type { ErrorGroup, ErrorRule } from '@kindling/contract/error-log';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import css from './error-log.module.css';
import { RuleForm } from './rule-form.tsx';
import { visibleText } from './visible-text.ts';

// locale-keys: admin-error-log.match.*

interface RulesDialogProps {
  opened: boolean;
  /** The group whose events a new rule shall mute; null without one. */
  like: ErrorGroup | null;
  onClose: () => void;
}

/** The noise rules, and the form for one more. */
export function RulesDialog({ opened, like, onClose }: RulesDialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('admin-error-log:rules')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={css.hint}>{t('admin-error-log:rulesHint')}</p>
      <RuleForm key={like?.id} like={like} />
      <Rules />
    </Modal>
  );
}

function Rules() {
  const { t } = useText();
  const { data, error, refetch } = useQuery(query.errorLog.listRules.queryOptions({ input: {} }));
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => client.errorLog.removeRule({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.errorLog.key() }),
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton shape="rows" height={80} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <section className={css.section}>
      {remove.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={remove.error} />
        </Notice>
      )}
      {data.rules.length === 0 ? <p className={css.hint}>{t('admin-error-log:noRules')}</p> : null}
      <ul className={css.rules}>
        {data.rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            busy={remove.isPending && remove.variables === rule.id}
            onRemove={() => remove.mutate(rule.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function RuleRow({ rule, busy, onRemove }: { rule: ErrorRule; busy: boolean; onRemove: () => void }) {
  const { t, i18n } = useText();
  const { origin, message, route, muted, createdBy } = rule;
  const parts = [
    ...(origin === null ? [] : [t(`admin-error-log:origin.${origin}`)]),
    ...(message === null
      ? []
      : [t(`admin-error-log:match.${message.match}`, { text: visibleText(message.text) })]),
    ...(route === null ? [] : [t('admin-error-log:ruleRoute', { route: visibleText(route) })]),
  ];
  const name = parts.join(' · ');
  return (
    <li>
      <div>
        <span className={css.ruleName} data-foreign>
          {name}
        </span>
        <span className={css.hint}>
          {t('admin-error-log:mutedEvents', { count: muted, value: formatNumber(muted, i18n.language) })}
          {createdBy === null ? '' : ` · ${createdBy}`}
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        aria-label={t('admin-error-log:removeRule', { name })}
        onClick={onRemove}
      >
        {t('admin-error-log:remove')}
      </Button>
    </li>
  );
}
