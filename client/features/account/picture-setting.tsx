import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OperationResult, useMutation } from 'urql';
import { AccountButton } from '#client/features/session/account-button.tsx';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Setting } from '#client/ui/page/settings.tsx';
import { DeleteViewerPictureDocument, UpdateViewerPictureDocument } from './account.generated.ts';
import { type Picture, readPicture } from './crop-picture.ts';
import { PictureDialog } from './picture-dialog.tsx';

export function PictureSetting() {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  const reloadSession = useReloadSession();
  const [, update] = useMutation(UpdateViewerPictureDocument);
  const [, remove] = useMutation(DeleteViewerPictureDocument);
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [chosen, setChosen] = useState<Picture>();
  const [isOpen, setIsOpen] = useState(false);

  async function save(writing: Promise<OperationResult>, done: string) {
    const failed = findMutationErrors(await writing);
    if (failed) {
      toast('error', failureText(failed));
      return false;
    }
    await reloadSession();
    toast('success', done);
    return true;
  }

  async function choose(file: File) {
    setIsPending(true);
    const picture = await readPicture(file);
    setIsPending(false);
    if ('code' in picture) return toast('error', failureText(picture));
    setChosen(picture);
    setIsOpen(true);
  }

  return (
    <Setting label={t('picture.label')} hint={t('picture.hint')}>
      <Avatar id={user.id} name={user.name} pictureUrl={user.pictureUrl} size="large" />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('picture.file')}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Allows choosing the same file again.
          target.value = '';
          if (file) void choose(file);
        }}
      />
      <AccountButton size="small" pending={isPending} onClick={() => input.current?.click()}>
        {t(user.pictureUrl ? 'picture.change' : 'picture.upload')}
      </AccountButton>
      {user.pictureUrl && (
        <AccountButton
          size="small"
          look="quiet"
          onClick={() => void save(remove({}), t('picture.removed'))}
        >
          {t('picture.remove')}
        </AccountButton>
      )}
      {chosen && (
        <PictureDialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          picture={chosen}
          save={async (input) => {
            if (await save(update({ input }), t('picture.saved'))) setIsOpen(false);
          }}
        />
      )}
    </Setting>
  );
}
