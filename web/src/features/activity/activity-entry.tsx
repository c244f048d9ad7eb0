import type { ActivityRow } from '@kindling/contract/activity';
import { supportSubjects } from '@kindling/contract/activity-actions';
import { takedownReasons } from '@kindling/contract/operator-reasons';
import { platforms } from '@kindling/contract/platforms';
import { accountRoles } from '@kindling/contract/rights';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoment } from '../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../lib/i18n/text.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './activity.module.css';
import { addressOf } from './target-address.ts';

// locale-keys: activity.actions.*
// locale-keys: activity.because.*
// locale-keys: activity.supportChange.*
// locale-keys: app.role.*
// locale-keys: common.source.*
// locale-keys: common.takedownReason.*

/** One entry: what was done, on what, and below by whom, why and from where. */
export function ActivityEntry({ entry }: { entry: ActivityRow }) {
  const { t, i18n } = useText();
  const { actor, reason, network } = entry;
  const isSupport = actor === 'acting-admin' || actor === 'operator';
  return (
    <li className={css.entry} data-support={isSupport || undefined}>
      <p className={css.what}>
        <span>{sentenceOf(t, entry)}</span> <TargetName entry={entry} />
      </p>
      <time className={css.time} dateTime={entry.at}>
        {formatMoment(entry.at, i18n.language)}
      </time>
      <p className={css.who}>
        {isSupport ? <Tag tone="warn">{t('activity:by.someSupport')}</Tag> : null}
        <span>{actorText(t, entry)}</span>
        {reason === null ? null : <span>{t('activity:reason', { reason })}</span>}
        {detailTexts(t, entry).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {network === null ? null : <span>{t('activity:network', { network })}</span>}
      </p>
    </li>
  );
}

/** Badges are embeds as widgets are, and have their own words while they exist. */
function sentenceOf(t: Translate, { action, target, details }: ActivityRow): string {
  const subject = supportSubjects.find((one) => action === 'support.changed' && one === details.about);
  if (subject !== undefined) return t(`activity:supportChange.${subject}`);
  if (target?.kind !== 'badge') return t(`activity:actions.${action}`);
  if (action === 'embed.created') return t('activity:actions.badge.created');
  if (action === 'embed.changed') return t('activity:actions.badge.changed');
  if (action === 'embed.published') return t('activity:actions.badge.published');
  if (action === 'embed.unpublished') return t('activity:actions.badge.unpublished');
  if (action === 'embed.taken-down') return t('activity:actions.badge.taken-down');
  return action === 'embed.put-back' ? t('activity:actions.badge.put-back') : t(`activity:actions.${action}`);
}

function TargetName({ entry: { target, before, after } }: { entry: ActivityRow }) {
  const { t } = useText();
  if (target === null)
    return before === null || after !== null ? null : <span className={css.name}>{before}</span>;
  const name = target.name === '' ? t('activity:anonymous') : target.name;
  const address = addressOf(target);
  if (address === null) return <span className={css.name}>{name}</span>;
  return (
    <Anchor component={Link} to={address} className={css.name} inherit>
      {name}
    </Anchor>
  );
}

/** "Joe", "Ana, support · as Joe", "The program". */
function actorText(t: Translate, { actor, member, admin }: ActivityRow): string {
  const name = member === null ? null : (member.name ?? t('activity:formerMember'));
  if (actor === 'system') return name ?? t('activity:by.self');
  if (actor === 'api-key') return t('activity:by.program');
  if (actor === 'person') return name ?? t('activity:formerMember');
  const who = admin === null ? t('activity:by.someSupport') : t('activity:by.support', { name: admin });
  if (actor === 'operator') return who;
  const as = member?.name ? t('activity:by.as', { name: member.name }) : t('activity:by.asMember');
  return `${who} · ${as}`;
}

function detailTexts(t: Translate, { action, details, before, after }: ActivityRow): string[] {
  const texts: string[] = [];
  const roleOf = (value: unknown) => {
    const role = accountRoles.find((one) => one === value);
    return role === undefined ? null : t(`role.${role}`);
  };
  if (before !== null && after !== null) texts.push(t('activity:renamed', { before, after }));
  const [formerRole, role] = [roleOf(details.formerRole), roleOf(details.role)];
  if (role !== null && formerRole !== null && role !== formerRole)
    texts.push(t('activity:roleBecame', { before: formerRole, after: role }));
  else if (role !== null) texts.push(role);
  if (typeof details.count === 'number' && details.count > 1)
    texts.push(t('activity:count', { count: details.count }));
  const platform = platforms.find((one) => one === details.platform);
  if (platform !== undefined) texts.push(t(`common:source.${platform}`));
  const takedown = takedownReasons.find((one) => action.endsWith('.taken-down') && one === details.reason);
  if (takedown !== undefined)
    texts.push(t('activity:reason', { reason: t(`common:takedownReason.${takedown}`) }));
  if (action === 'support.ended' && typeof details.because === 'string')
    texts.push(t(`activity:because.${details.because as 'left'}`));
  return texts;
}
