import { useEffect, useRef, useState } from 'react';
import { type AssistantLanguage, fetchSpeech } from '../../api/assistant.ts';

/** Links are read by their words. */
const spoken = (text: string) => text.replace(/\[([^[\]]+)\]\([^)[]*\)/g, '$1');

/** Reads an answer aloud with the platform's voice, or with the browser's own where the platform has none. */
export function useSpeaker(lang: AssistantLanguage) {
  const [speaking, setSpeaking] = useState<number | null>(null);
  const stopNow = useRef<() => void>(() => undefined);
  useEffect(() => () => stopNow.current(), []);

  const play = async (id: number, text: string) => {
    const controller = new AbortController();
    setSpeaking(id);
    stopNow.current = () => controller.abort();
    try {
      const address = URL.createObjectURL(await fetchSpeech(spoken(text), controller.signal));
      const audio = new Audio(address);
      controller.signal.addEventListener('abort', () => audio.pause());
      audio.onended = () => setSpeaking(null);
      audio.onpause = () => URL.revokeObjectURL(address);
      await audio.play();
    } catch {
      if (controller.signal.aborted || !('speechSynthesis' in window)) {
        setSpeaking(null);
        return;
      }
      const words = new SpeechSynthesisUtterance(spoken(text));
      words.lang = lang;
      words.onend = () => setSpeaking(null);
      words.onerror = () => setSpeaking(null);
      stopNow.current = () => window.speechSynthesis.cancel();
      window.speechSynthesis.speak(words);
    }
  };
  return {
    speaking,
    toggle: (id: number, text: string) => {
      stopNow.current();
      if (speaking === id) setSpeaking(null);
      else void play(id, text);
    },
  };
}
