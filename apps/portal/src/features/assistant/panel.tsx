import { IconMicrophone, IconPlayerStop, IconSend, IconVolume, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type AssistantLanguage, LIMITS, type Source, sendFeedback } from '../../api/assistant.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import { useTyped } from '../../ui/forms/use-typed.ts';
import { ActionFailure } from '../../ui/states/states.tsx';
import { AnswerText, SourceLink } from './answer-text.tsx';
import classes from './assistant.module.css';
import { KeepingNotice } from './keeping-notice.tsx';
import { KeptList } from './kept-list.tsx';
import { LANGUAGES } from './languages.ts';
import { type Turn, useChat } from './use-chat.ts';
import { canRecord, useRecorder } from './use-recorder.ts';
import { useSpeaker } from './use-speaker.ts';
import { assistantWords } from './words.ts';

export function AssistantPanel({ onClose }: { onClose(): void }) {
  const words = usePageWords(assistantWords);
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<AssistantLanguage | null>(null);
  const lang = chosen ?? language;
  const chat = useChat(lang);
  const speaker = useSpeaker(lang);
  const [isListing, setIsListing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isListing) field.current?.focus();
  }, [isListing]);
  const leaveList = () => setIsListing(false);

  return (
    <aside
      className={classes.panel}
      aria-label={words.title}
      data-testid="assistant"
      onKeyDown={(event) => {
        // A dialog is a child in React but not in the page; its Escape closes the dialog alone.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose();
      }}
    >
      <header className={classes.head}>
        <h2>{words.title}</h2>
        <label className={classes.language}>
          <span className={classes.hidden}>{words.language}</span>
          <select
            value={lang}
            onChange={(event) => setChosen(event.currentTarget.value as AssistantLanguage)}
          >
            {LANGUAGES.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className={buttonStyle.icon} aria-label={words.close} onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </button>
      </header>
      <div className={classes.body}>
        {isListing ? (
          <KeptList
            onBack={leaveList}
            onFresh={() => {
              chat.restart();
              leaveList();
            }}
            onContinue={(conversation) => {
              chat.resume(conversation);
              leaveList();
            }}
          />
        ) : (
          <>
            <p className={classes.about}>
              {words.about} <Link to="/help">{words.person}</Link>
            </p>
            <KeepingNotice onOpen={() => setIsListing(true)} />
            {chat.turns.length === 0 ? <Suggestions onAsk={(message) => chat.ask({ message })} /> : null}
            <ol className={classes.turns} aria-label={words.conversation}>
              {chat.turns.map((turn) => (
                <TurnItem
                  key={turn.id}
                  turn={turn}
                  lang={lang}
                  isSpoken={speaker.speaking === turn.id}
                  onSpeak={() => speaker.toggle(turn.id, turn.reply)}
                />
              ))}
            </ol>
          </>
        )}
      </div>
      {isListing ? null : <Composer chat={chat} field={field} />}
    </aside>
  );
}

function Suggestions({ onAsk }: { onAsk(text: string): void }) {
  const { suggestions } = usePageWords(assistantWords);
  return (
    <ul className={classes.suggestions}>
      {suggestions.map((text) => (
        <li key={text}>
          <button type="button" onClick={() => onAsk(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Composer({
  chat,
  field,
}: {
  chat: ReturnType<typeof useChat>;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const words = usePageWords(assistantWords);
  const { value: text, change: setText, forget: forgetTyped } = useTyped('assistant', '');
  const recorder = useRecorder((audio) => chat.ask({ audio }));
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (chat.isBusy || text.trim() === '') return;
    chat.ask({ message: text });
    forgetTyped();
    field.current?.focus();
  };
  return (
    <form className={classes.composer} onSubmit={send}>
      {recorder.isRecording || recorder.hasFailed ? (
        <p role="status" className={classes.recording}>
          {recorder.isRecording ? words.speaking : words.noMicrophone}
        </p>
      ) : null}
      <textarea
        ref={field}
        rows={2}
        aria-label={words.label}
        placeholder={words.label}
        maxLength={LIMITS.message}
        value={text}
        data-testid="assistant-question"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {canRecord() ? (
        <button
          type="button"
          className={buttonStyle.icon}
          aria-pressed={recorder.isRecording}
          aria-label={recorder.isRecording ? words.speakStop : words.speak}
          disabled={chat.isBusy}
          onClick={recorder.toggle}
        >
          <IconMicrophone size={22} aria-hidden="true" />
        </button>
      ) : null}
      {chat.isBusy ? (
        <button type="button" className={classes.send} aria-label={words.stop} onClick={chat.stop}>
          <IconPlayerStop size={22} aria-hidden="true" />
        </button>
      ) : (
        <button type="submit" className={classes.send} aria-label={words.send}>
          <IconSend size={22} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}

interface TurnItemProps {
  turn: Turn;
  lang: AssistantLanguage;
  isSpoken: boolean;
  onSpeak(): void;
}

function TurnItem({ turn, lang, isSpoken, onSpeak }: TurnItemProps) {
  const words = usePageWords(assistantWords);
  const { state } = turn;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // An answer is read from its beginning. Braces: newer browsers return a promise, no clean-up function.
    item.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <li ref={item} data-testid="assistant-turn" data-state={state}>
      {turn.question === '' ? null : (
        <p className={classes.question}>
          <span className={classes.hidden}>{words.you}: </span>
          {turn.question}
        </p>
      )}
      {/* Read out when it is complete: half sentences would interrupt each other. */}
      <div className={classes.answer} lang={lang} aria-live="polite" aria-busy={state === 'writing'}>
        <span className={classes.hidden}>{words.assistant}: </span>
        {turn.reply === '' && state === 'writing' ? <p>{words.writing}</p> : <AnswerText text={turn.reply} />}
        {state === 'stopped' ? <p>{words.stopped}</p> : null}
        {state === 'unheard' ? <p>{words.notHeard}</p> : null}
        <ActionFailure error={turn.error ?? null} />
        <Links title={words.actions} text={words.actionsText} items={turn.actions} />
        <Links title={words.sources} items={turn.sources} />
      </div>
      {state === 'done' && turn.reply !== '' ? (
        <div className={classes.after}>
          <Feedback lang={lang} question={turn.question} />
          <button
            type="button"
            className={buttonStyle.icon}
            aria-label={isSpoken ? words.listenStop : words.listen}
            aria-pressed={isSpoken}
            onClick={onSpeak}
          >
            <IconVolume size={20} aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </li>
  );
}

function Links({ title, text, items }: { title: string; text?: string; items: readonly Source[] }) {
  if (items.length === 0) return null;
  return (
    <div className={classes.links}>
      <h3>{title}</h3>
      {text === undefined ? null : <p>{text}</p>}
      <ul>
        {items.map((item) => (
          <li key={item.url}>
            <SourceLink {...item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Feedback({ lang, question }: { lang: AssistantLanguage; question: string }) {
  const words = usePageWords(assistantWords);
  const feedback = useMutation({
    mutationFn: (isHelpful: boolean) => sendFeedback(isHelpful, lang, question),
  });
  if (feedback.isSuccess) return <p role="status">{words.thanks}</p>;
  return (
    <fieldset className={classes.feedback} disabled={feedback.isPending}>
      <legend>{words.helpful}</legend>
      <button type="button" onClick={() => feedback.mutate(true)}>
        {words.yes}
      </button>
      <button type="button" onClick={() => feedback.mutate(false)}>
        {words.no}
      </button>
    </fieldset>
  );
}
