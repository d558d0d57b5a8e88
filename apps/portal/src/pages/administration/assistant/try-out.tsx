import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AssistantLanguage } from '../../../api/assistant.ts';
import {
  type AssistantTryReply,
  figuresQuery,
  type PromptDraft,
  tryPrompts,
} from '../../../api/assistant-admin.ts';
import { AnswerText, SourceLink } from '../../../features/assistant/answer-text.tsx';
import { LANGUAGES } from '../../../features/assistant/languages.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import noteStyle from '../../../ui/note.module.css';
import { Section } from '../../../ui/page/section.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './assistant-page.module.css';
import { assistantAdminWords } from './words.ts';

interface Asked {
  message: string;
  lang: AssistantLanguage;
  draft?: PromptDraft;
}

const ask = ({ message, lang, draft }: Asked) => tryPrompts(message, lang, draft);

/** The same question to the live prompts and to the draft, side by side. */
export function TryOut({ draft, isChanged }: { draft: PromptDraft; isChanged: boolean }) {
  const { tryOut: words } = usePageWords(assistantAdminWords);
  const { language } = useLanguage();
  const [message, setMessage] = useState('');
  const [lang, setLang] = useState<AssistantLanguage>(language);
  const figures = useQuery(figuresQuery(1));
  const live = useMutation({ mutationFn: ask });
  const drafted = useMutation({ mutationFn: ask });
  const isPending = live.isPending || drafted.isPending;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = message.trim();
    if (text === '' || isPending) return;
    live.mutate({ message: text, lang });
    drafted.mutate({ message: text, lang, draft });
  };
  return (
    <Section id="try" title={words.title} lead={words.lead}>
      {figures.data?.connected.chat === false ? (
        <p className={noteStyle.note} data-tone="warn">
          {words.noModel}
        </p>
      ) : null}
      <form className={classes.question} onSubmit={send}>
        <TextInput
          label={words.question}
          value={message}
          maxLength={1000}
          autoComplete="off"
          data-testid="try-question"
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <NativeSelect
          label={words.language}
          value={lang}
          data={LANGUAGES.map(([value, label]) => ({ value, label }))}
          onChange={(event) => setLang(event.currentTarget.value as AssistantLanguage)}
        />
        <Button type="submit" variant="default" loading={isPending} data-testid="try">
          {words.ask}
        </Button>
      </form>
      {live.isIdle ? null : (
        <div className={classes.halves} aria-live="polite" aria-busy={isPending}>
          <Tried name="live" title={words.live} lang={lang} answer={live} />
          <Tried
            name="draft"
            title={isChanged ? words.draft : words.sameDraft}
            lang={lang}
            answer={drafted}
          />
        </div>
      )}
    </Section>
  );
}

interface TriedProps {
  name: 'live' | 'draft';
  title: string;
  lang: AssistantLanguage;
  answer: UseMutationResult<AssistantTryReply, Error, Asked>;
}

function Tried({ name, title, lang, answer: { data, error, isPending } }: TriedProps) {
  const { tryOut: words } = usePageWords(assistantAdminWords);
  return (
    <article className={classes.answer} data-testid={`tried-${name}`} data-done={data !== undefined}>
      <h3>{title}</h3>
      {isPending ? <p className={textStyle.quiet}>{words.waiting}</p> : null}
      <ActionFailure error={error} />
      {data ? (
        <div lang={lang}>
          <AnswerText text={data.reply} />
          {data.sources.length === 0 ? null : (
            <ul aria-label={words.sources}>
              {data.sources.map((source) => (
                <li key={source.url}>
                  <SourceLink {...source} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : null}
    </article>
  );
}
