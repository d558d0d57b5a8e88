import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { meLatinNameSetBody } from '../../api/generated/bodies.ts';
import { type LatinName, loadFreshSession, saveLatinName, type User } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import sectionStyle from '../../ui/page/section.module.css';
import { Done, Failed } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { nameWords } from './words.ts';

export function NameCard({ user }: { user: User }) {
  const words = usePageWords(nameWords);
  const [isEditing, setIsEditing] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    // The form has gone, and with it the focus: back to where it was opened.
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <section className={sectionStyle.section} aria-labelledby="name">
      <h2 id="name">{words.heading}</h2>
      <dl className={factStyle.details}>
        <div>
          <dt>{words.cyrillic}</dt>
          <dd lang="mn">{user.full_name || words.unknown}</dd>
        </div>
        {isEditing ? null : (
          <div>
            <dt>{words.latin}</dt>
            <dd lang="en">{user.full_name_en || words.unknown}</dd>
          </div>
        )}
      </dl>
      {isEditing ? (
        <LatinNameForm
          user={user}
          onDone={(saved) => {
            setIsEditing(false);
            setIsSaved(saved);
          }}
        />
      ) : (
        <>
          <p className={textStyle.quiet}>{words.source}</p>
          <div>
            <Button
              ref={editButton}
              variant="default"
              data-testid="edit-latin-name"
              onClick={() => {
                setIsSaved(false);
                setIsEditing(true);
              }}
            >
              {words.editLatin}
            </Button>
          </div>
        </>
      )}
      <Done>{isSaved ? words.saved : null}</Done>
    </section>
  );
}

interface LatinNameFormProps {
  user: User;
  onDone(saved: boolean): void;
}

function LatinNameForm({ user, onDone }: LatinNameFormProps) {
  const words = usePageWords(nameWords);
  const client = useQueryClient();
  const labels = { last_name_en: words.lastNameLatin, first_name_en: words.firstNameLatin };

  const save = useMutation({
    mutationFn: async (wanted: LatinName) => {
      await saveLatinName(wanted);
      await loadFreshSession(client);
    },
    onSuccess: () => onDone(true),
  });
  const form = useBodyForm({
    schema: meLatinNameSetBody,
    keepAs: 'latin-name',
    initial: { last_name_en: user.last_name_en ?? '', first_name_en: user.first_name_en ?? '' },
    toBody: (name) => ({ last_name_en: name.last_name_en.trim(), first_name_en: name.first_name_en.trim() }),
    hints: { last_name_en: words.latinOnly, first_name_en: words.latinOnly },
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
  });

  return (
    <form className={formStyle.narrow} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <ErrorSummary errors={form.faults} labels={labels} />
      {(['last_name_en', 'first_name_en'] as const).map((field) => (
        <TextInput
          key={field}
          {...form.field(field)}
          autoFocus={field === 'last_name_en'}
          size="md"
          label={labels[field]}
          autoComplete={field === 'last_name_en' ? 'family-name' : 'given-name'}
          spellCheck={false}
        />
      ))}
      <Failed text={save.isError && !form.hasFaults ? words.saveFailed : null} />
      <FormActions
        form={form}
        submit={words.save}
        testId="save-latin-name"
        isPending={save.isPending}
        onCancel={() => onDone(false)}
      />
    </form>
  );
}
