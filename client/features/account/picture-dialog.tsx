import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { failureText } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DialogActions, ResponsiveDialog } from '#client/ui/overlay/responsive-dialog.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { cropPicture, type Part, type Picture } from './crop-picture.ts';

const maxZoom = 4;

type PictureCropProps = {
  onClose: () => void;
  picture: Picture;
  save: (input: { picture: string }) => Promise<void>;
};

/** Asks for the part of a picture that others see. */
export function PictureDialog({ open, ...props }: PictureCropProps & { open: boolean }) {
  const { t } = useTranslation('account');
  return (
    <ResponsiveDialog
      open={open}
      onClose={props.onClose}
      title={t('picture.crop.title')}
      description={t('picture.crop.hint')}
    >
      <PictureCrop {...props} />
    </ResponsiveDialog>
  );
}

function PictureCrop({ onClose, picture, save }: PictureCropProps) {
  const { t } = useTranslation(['account', 'common']);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Part>();
  const [isPending, setIsPending] = useState(false);

  async function submit() {
    if (!part) return;
    setIsPending(true);
    try {
      const cropped = await cropPicture(picture, part);
      if ('code' in cropped) return toast('error', failureText(cropped));
      await save(cropped);
    } finally {
      setIsPending(false);
    }
  }

  return (
    <>
      {/* A drag moves the picture, not the drawer. Left to right in every language, as the library measures. */}
      <div
        data-vaul-no-drag
        dir="ltr"
        className="relative mt-2 h-72 overflow-hidden rounded-control"
      >
        <Cropper
          image={picture.url}
          crop={position}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={setPart}
          cropperProps={{ role: 'group', 'aria-label': t('picture.crop.part') }}
        />
      </div>
      <label className="mt-2 grid gap-1.5 text-sm font-medium">
        {t('picture.crop.zoom')}
        <input
          type="range"
          data-vaul-no-drag
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="min-h-8 w-full accent-accent pointer-coarse:min-h-11"
        />
      </label>
      <DialogActions>
        <Button onClick={onClose}>{t('common:confirm.cancel')}</Button>
        <Button look="primary" pending={isPending} onClick={() => void submit()}>
          {t('picture.crop.submit')}
        </Button>
      </DialogActions>
    </>
  );
}
