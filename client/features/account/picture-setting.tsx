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
import { shrinkPicture } from './shrink-picture.ts';

export function PictureSetting() {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  const reloadSession = useReloadSession();
  const [, update] = useMutation(UpdateViewerPictureDocument);
  const [, remove] = useMutation(DeleteViewerPictureDocument);
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);

  async function save(writing: Promise<OperationResult>, done: string) {
    const failed = findMutationErrors(await writing);
    if (failed) return toast('error', failureText(failed));
    await reloadSession();
    toast('success', done);
  }

  async function choose(file: File) {
    setIsPending(true);
    const shrunk = await shrinkPicture(file);
    if ('code' in shrunk) toast('error', failureText(shrunk));
    else await save(update({ input: shrunk }), t('picture.saved'));
    setIsPending(false);
  }

  return (
    <Setting label={t('picture.label')} hint={t('picture.hint')}>
      <span className="me-auto">
        <Avatar id={user.id} name={user.name} pictureUrl={user.pictureUrl} size="large" />
      </span>
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
    </Setting>
  );
}
