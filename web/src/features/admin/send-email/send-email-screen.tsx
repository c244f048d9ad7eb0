import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { Page } from '../../../ui/page.tsx';
import { DeadLettersTab } from './dead-letters-tab.tsx';
import type { DraftSource } from './draft-values.ts';
import { MailNotices } from './mail-notices.tsx';
import { MailingsTab } from './mailings-tab.tsx';
import { OpenMailing } from './open-mailing.tsx';
import css from './send-email.module.css';
import { tabs, useMailingAddress } from './use-mailing-address.ts';

// locale-keys: admin-send-email.tab.*

/** Mailings to many people, and the mails that could not be sent. */
export function SendEmailScreen() {
  const { t } = useText();
  const { tab, opened, show, open } = useMailingAddress();
  /** What a new draft begins with: the text of another mailing. */
  const [template, setTemplate] = useState<DraftSource | null>(null);
  if (opened !== null)
    return (
      <OpenMailing
        // A draft that has just got its id stays the same form.
        id={opened === 'new' ? null : opened}
        template={template}
        onStored={(id) => open(id, true)}
        onCopy={(source) => {
          setTemplate(source);
          open('new');
        }}
        onClose={() => open(null)}
      />
    );
  return (
    <Page
      title={t('admin-send-email:title')}
      lead={t('admin-send-email:lead')}
      actions={
        <Button
          leftSection={<IconPlus size={17} stroke={1.75} aria-hidden />}
          onClick={() => {
            setTemplate(null);
            open('new');
          }}
        >
          {t('admin-send-email:new')}
        </Button>
      }
    >
      <div className={css.stack}>
        <MailNotices />
        <Tabs value={tab} onChange={show} keepMounted={false} classNames={{ list: css.tabs ?? '' }}>
          <Tabs.List aria-label={t('admin-send-email:tabs')}>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`admin-send-email:tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className={css.tabPanel ?? ''}>
            <ErrorBoundary key={tab}>
              {tab === 'mailings' ? <MailingsTab /> : <DeadLettersTab />}
            </ErrorBoundary>
          </Tabs.Panel>
        </Tabs>
      </div>
    </Page>
  );
}
