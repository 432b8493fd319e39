import { useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import cropperStyle from 'react-easy-crop/react-easy-crop.css?inline';
import { useAdoptedStyle } from '#web/ui/style-singleton.ts';
import { Button } from '#web/ui/button.tsx';

interface AvatarCropProps {
  /** The chosen picture, as a data URL. */
  source: string;
  onDone: (picture: string) => void;
  onCancel: () => void;
}

const largestZoom = 4;

const focusOnce = (input: HTMLInputElement | null) => input?.focus();

/** Scrolls down to the focused control, so that the picture above it is visible as well. */
const showWhole = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' });

/** Crops a picture to a square by mouse, touch, wheel or keyboard. */
export default function AvatarCrop({ source, onDone, onCancel }: AvatarCropProps) {
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [busy, setBusy] = useState(false);
  useAdoptedStyle(cropperStyle);
  const area = useRef<Area>(undefined);
  const use = async () => {
    setBusy(true);
    const picture = area.current && (await cropPicture(source, area.current));
    onDone(picture ?? source);
  };
  return (
    <div ref={showWhole} className="flex flex-col gap-4 rounded-card bg-sunken p-4">
      <div className="relative h-64 overflow-hidden rounded-card bg-black">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          maxZoom={largestZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          keyboardStep={8}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => {
            area.current = pixels;
          }}
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'application',
            'aria-label': 'Position of the picture',
            'aria-describedby': `${id}-keys`,
          }}
        />
      </div>
      <p id={`${id}-keys`} className="text-sm text-muted">
        Drag the picture, or move it with the arrow keys.
      </p>
      <label className="flex items-center gap-3 font-semibold">
        Zoom
        <input
          type="range"
          min={1}
          max={largestZoom}
          step={0.1}
          // The button that opened this has gone, so the focus moves here.
          ref={focusOnce}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="min-h-11 grow accent-primary"
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void use()} busy={busy} busyLabel="Cropping...">
          Use this picture
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The part of a picture to keep, in the picture's own pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The server scales larger pictures down to this. */
const largestSide = 512;
const webpQuality = 0.9;

/**
 * Crops a picture to a square of at most 512 pixels. Returns a data URL, or undefined where the
 * browser can't draw it.
 */
async function cropPicture(source: string, area: Area): Promise<string | undefined> {
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const side = Math.max(1, Math.min(largestSide, Math.round(area.width)));
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
    // Browsers without WebP support fall back to PNG, which the server accepts too.
    const url = canvas.toDataURL('image/webp', webpQuality);
    return url.startsWith('data:image/') ? url : undefined;
  } catch {
    return undefined;
  }
}
