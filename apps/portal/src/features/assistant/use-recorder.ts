import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../api/assistant.ts';

const MOST_MS = 20_000;
/** About 190 kB in 20 seconds, below what a visitor may send. */
const BITS_PER_SECOND = 32_000;

export const canRecord = () =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

export interface Recorder {
  isRecording: boolean;
  hasFailed: boolean;
  toggle(): void;
}

/** Records the microphone until the person or the time limit ends it. */
export function useRecorder(onRecorded: (audio: { mime: string; data: string }) => void): Recorder {
  const [isRecording, setIsRecording] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const active = useRef<MediaRecorder | null>(null);
  const done = useRef(onRecorded);
  done.current = onRecorded;
  useEffect(() => () => active.current?.stop(), []);

  const start = async () => {
    setHasFailed(false);
    try {
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
      const recorder = new MediaRecorder(microphone, { audioBitsPerSecond: BITS_PER_SECOND });
      const parts: Blob[] = [];
      const limit = setTimeout(() => recorder.state === 'recording' && recorder.stop(), MOST_MS);
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.onstop = async () => {
        clearTimeout(limit);
        for (const track of microphone.getTracks()) track.stop();
        active.current = null;
        setIsRecording(false);
        const mime = recorder.mimeType.split(';')[0] ?? 'audio/webm';
        const data = await readBase64(new Blob(parts));
        if (data !== '' && data.length <= LIMITS.audioCharacters) done.current({ mime, data });
        else setHasFailed(true);
      };
      recorder.start();
      active.current = recorder;
      setIsRecording(true);
    } catch {
      setHasFailed(true);
    }
  };
  return {
    isRecording,
    hasFailed,
    toggle: () => {
      if (active.current !== null) active.current.stop();
      else void start();
    },
  };
}

function readBase64(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(blob);
  });
}
