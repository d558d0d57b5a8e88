const READ_EVERY_MS = 150;
const LONGEST_SIDE_PX = 1280;

export function hasCamera() {
  return Boolean(navigator.mediaDevices?.getUserMedia);
}

export function canReadWindow() {
  return Boolean(navigator.mediaDevices?.getDisplayMedia);
}

export function openCamera() {
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
}

export function openWindow() {
  return navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
}

/**
 * Reads the stream until it shows a QR code, then calls `onFound` once with its text. The returned function
 * stops reading and switches the camera off.
 */
export function readCodes(stream, video, onFound) {
  let stopped = false;
  const stop = () => {
    stopped = true;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
    video.parentElement.classList.remove('live');
  };
  const run = async () => {
    video.srcObject = stream;
    await video.play();
    video.parentElement.classList.add('live');
    const detect = await createDetector();
    while (!stopped) {
      const text = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await detect(video) : null;
      if (stopped) return;
      if (text) {
        stop();
        onFound(text);
        return;
      }
      // A timer instead of an animation frame: while another window is shared this page is often hidden.
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
  };
  // play() rejects if the screen was left meanwhile; there is nothing to read then.
  run().catch(stop);
  return stop;
}

async function createDetector() {
  if ('BarcodeDetector' in window) {
    const formats = await window.BarcodeDetector.getSupportedFormats();
    if (formats.includes('qr_code')) {
      const detector = new window.BarcodeDetector({ formats: ['qr_code'] });
      return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
    }
  }
  await import('/web/jsqr.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(video.videoWidth, video.videoHeight, 1));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    return (
      window.jsQR(image.data, image.width, image.height, { inversionAttempts: 'dontInvert' })?.data || null
    );
  };
}
