import { type Profile, pictureSide } from '@kindling/contract/profile';
import { Avatar, Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { usePicture } from '../../lib/auth/picture.ts';
import { useText } from '../../lib/i18n/text.ts';
import { cropSquare, maxFileBytes } from '../../lib/pictures/encode-picture.ts';
import { ErrorText } from '../../ui/states.tsx';
import css from './profile.module.css';
import { useProfileMutation } from './use-profile-mutation.ts';

// locale-keys: profile.you.*

type PictureError = 'unreadable' | 'tooLarge';
type PictureOutcome = 'pictureSaved' | 'pictureRemoved';

/** The profile picture: cropped in the browser and uploaded as soon as a file is chosen. */
export function PictureField({ profile }: { profile: Profile }) {
  const { t } = useText();
  const [pictureError, setPictureError] = useState<PictureError | null>(null);
  const [outcome, setOutcome] = useState<PictureOutcome | null>(null);
  const pictureUrl = usePicture(profile.picture);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const resetFileInput = useRef<() => void>(null);
  const setPicture = useProfileMutation((data: string) => client.profile.setPicture({ data }));
  const removePicture = useProfileMutation(() => client.profile.removePicture());
  const uploadPicture = async (file: File | null) => {
    // Without the reset, choosing the same file twice in a row fires no change event.
    resetFileInput.current?.();
    if (file === null) return;
    setOutcome(null);
    removePicture.reset();
    setPicture.reset();
    const data = file.size > maxFileBytes ? null : await cropSquare(file, pictureSide);
    setPictureError(data === null ? (file.size > maxFileBytes ? 'tooLarge' : 'unreadable') : null);
    if (data !== null) setPicture.mutate(data, { onSuccess: () => setOutcome('pictureSaved') });
  };
  const error = setPicture.error ?? removePicture.error;
  return (
    <div className={css.picture}>
      <Avatar size={72} radius={72} color="brand" src={pictureUrl} name={profile.displayName} alt="" />
      <div className={css.pictureSide}>
        <p className={css.label}>{t('profile:you.picture')}</p>
        <div className={css.pictureActions}>
          <FileButton
            resetRef={resetFileInput}
            onChange={(file) => void uploadPicture(file)}
            accept="image/png,image/jpeg,image/webp"
          >
            {(props) => (
              <Button
                {...props}
                ref={chooseButton}
                variant="default"
                size="xs"
                loading={setPicture.isPending}
              >
                {profile.picture === null ? t('profile:you.choose') : t('profile:you.change')}
              </Button>
            )}
          </FileButton>
          {profile.picture === null ? null : (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={removePicture.isPending}
              onClick={() => {
                setPictureError(null);
                setPicture.reset();
                removePicture.mutate(undefined, {
                  onSuccess: () => {
                    setOutcome('pictureRemoved');
                    chooseButton.current?.focus();
                  },
                });
              }}
            >
              {t('profile:you.remove')}
            </Button>
          )}
        </div>
        <p className={css.hint} role="status">
          {outcome === null || error !== null || pictureError !== null
            ? t('profile:you.pictureHint')
            : t(`profile:you.${outcome}`)}
        </p>
        {pictureError === null && error === null ? null : (
          <p className={css.fault} role="alert">
            {pictureError === null ? <ErrorText error={error} /> : t(`profile:you.${pictureError}`)}
          </p>
        )}
      </div>
    </div>
  );
}
