import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CaseReply, repliesQuery } from '../../api/officer.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Done } from '../../ui/states/states.tsx';
import classes from './case.module.css';
import { workWords } from './work-words.ts';

interface ReplyPickerProps {
  caseId: string;
  kind: CaseReply['kind'];
  onInsert(text: string): void;
}

/** Prepared texts of the authority, in the language that the citizen reads; nothing where there are none. */
export function ReplyPicker({ caseId, kind, onInsert }: ReplyPickerProps) {
  const { language: shown } = useLanguage();
  const words = usePageWords(workWords);
  const { data } = useQuery(repliesQuery(caseId));
  const [language, setLanguage] = useState<Language>(shown);
  const [chosenId, setChosenId] = useState('');
  const [isInserted, setIsInserted] = useState(false);
  const replies = data?.items.filter((reply) => reply.kind === kind) ?? [];
  if (replies.length === 0) return null;
  const chosen = replies.find(({ id }) => id === chosenId);
  const insert = () => {
    if (!chosen) return;
    onInsert(chosen.text[language]);
    setIsInserted(true);
  };
  return (
    <div className={classes.replies} data-testid="replies">
      <NativeSelect
        label={words.replies}
        value={chosenId}
        data={[
          { value: '', label: words.chooseReply },
          ...replies.map(({ id, title }) => ({ value: id, label: title[shown] })),
        ]}
        data-testid="reply"
        onChange={(event) => {
          setChosenId(event.currentTarget.value);
          setIsInserted(false);
        }}
      />
      <NativeSelect
        label={words.replyLanguage}
        value={language}
        data={(['mn', 'en'] as const).map((value) => ({ value, label: words.languages[value] }))}
        data-testid="reply-language"
        onChange={(event) => setLanguage(event.currentTarget.value === 'en' ? 'en' : 'mn')}
      />
      <Button variant="default" disabled={!chosen} data-testid="reply-insert" onClick={insert}>
        {words.insert}
      </Button>
      <Done>{isInserted ? words.inserted : null}</Done>
    </div>
  );
}
