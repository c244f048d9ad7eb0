import type { Profile } from '@kindling/contract/profile';
import { Avatar, Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { usePicture } from '../../lib/auth/picture.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { cropPicture, fileMaxBytes } from './crop.ts';
import css from './profile.module.css';
import { useSave } from './use-save.ts';

// locale-keys: profile.you.*

type Fault = 'unreadable' | 'tooLarge';
type Done = 'pictureSaved' | 'pictureRemoved';

/** The picture, cropped here and saved as soon as it is chosen. */
export function PictureField({ profile }: { profile: Profile }) {
  const { t } = useText();
  const [fault, setFault] = useState<Fault | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const shown = usePicture(profile.picture);
  const choose = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const set = useSave((data: string) => client.profile.setPicture({ data }));
  const remove = useSave(() => client.profile.removePicture());
  const take = async (file: File | null) => {
    // Without this the same file could not be chosen twice in a row.
    forget.current?.();
    if (file === null) return;
    setDone(null);
    remove.reset();
    set.reset();
    const data = file.size > fileMaxBytes ? null : await cropPicture(file);
    setFault(data === null ? (file.size > fileMaxBytes ? 'tooLarge' : 'unreadable') : null);
    if (data !== null) set.mutate(data, { onSuccess: () => setDone('pictureSaved') });
  };
  const error = set.error ?? remove.error;
  return (
    <div className={css.picture}>
      <Avatar size={72} radius={72} color="brand" src={shown} name={profile.displayName} alt="" />
      <div className={css.pictureSide}>
        <p className={css.label}>{t('profile:you.picture')}</p>
        <div className={css.pictureActions}>
          <FileButton
            resetRef={forget}
            onChange={(file) => void take(file)}
            accept="image/png,image/jpeg,image/webp"
          >
            {(props) => (
              <Button {...props} ref={choose} variant="default" size="xs" loading={set.isPending}>
                {profile.picture === null ? t('profile:you.choose') : t('profile:you.change')}
              </Button>
            )}
          </FileButton>
          {profile.picture === null ? null : (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              onClick={() => {
                setFault(null);
                set.reset();
                remove.mutate(undefined, {
                  onSuccess: () => {
                    setDone('pictureRemoved');
                    choose.current?.focus();
                  },
                });
              }}
            >
              {t('profile:you.remove')}
            </Button>
          )}
        </div>
        <p className={css.hint} role="status">
          {done === null || error !== null || fault !== null
            ? t('profile:you.pictureHint')
            : t(`profile:you.${done}`)}
        </p>
        {fault === null && error === null ? null : (
          <p className={css.fault} role="alert">
            {fault === null ? <ErrorText error={error} /> : t(`profile:you.${fault}`)}
          </p>
        )}
      </div>
    </div>
  );
}
