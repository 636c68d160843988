import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OperationResult, useMutation } from 'urql';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { Setting } from '#client/ui/page/settings.tsx';
import { DeleteViewerPictureDocument, UpdateViewerPictureDocument } from './account.generated.ts';

export function PictureSetting() {
  const lockedBy = useImpersonationLock();
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

  async function upload(file: File) {
    setIsPending(true);
    try {
      const { shrinkPicture } = await import('./shrink-picture.ts');
      const shrunk = await shrinkPicture(file);
      if ('code' in shrunk) return toast('error', failureText(shrunk));
      await save(update({ input: shrunk }), t('picture.saved'));
    } finally {
      setIsPending(false);
    }
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
          if (file) void upload(file);
        }}
      />
      <Button
        size="small"
        pending={isPending}
        disabled={lockedBy !== undefined}
        aria-describedby={lockedBy}
        onClick={() => input.current?.click()}
      >
        {t(user.pictureUrl ? 'picture.change' : 'picture.upload')}
      </Button>
      {user.pictureUrl && (
        <Button
          size="small"
          look="quiet"
          disabled={lockedBy !== undefined}
          aria-describedby={lockedBy}
          onClick={() => void save(remove({}), t('picture.removed'))}
        >
          {t('picture.remove')}
        </Button>
      )}
    </Setting>
  );
}
