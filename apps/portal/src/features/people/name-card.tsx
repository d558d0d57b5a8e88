import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readFailure } from '../../api/errors.ts';
import { type LatinName, loadFreshSession, saveLatinName, type User } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useFocusedField } from '../../ui/forms/use-focused-field.ts';
import sectionStyle from '../../ui/page/section.module.css';
import { Done, Failed } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import {
  findLatinErrors,
  LATIN_FIELDS,
  type LatinErrors,
  type LatinField,
  translateLatinErrors,
} from './latin-name.ts';
import { nameWords } from './words.ts';

function readLatin(user: User): LatinName {
  return { last_name_en: user.last_name_en ?? '', first_name_en: user.first_name_en ?? '' };
}

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
  const [name, setName] = useState(() => readLatin(user));
  const [errors, setErrors] = useState<LatinErrors>({});
  const firstField = useFocusedField();
  const labels: Record<LatinField, string> = {
    last_name_en: words.lastNameLatin,
    first_name_en: words.firstNameLatin,
  };

  const save = useMutation({
    mutationFn: async (wanted: LatinName) => {
      await saveLatinName(wanted);
      await loadFreshSession(client);
    },
    onSuccess: () => onDone(true),
    onError: (error) => {
      const failure = readFailure(error);
      if (failure.kind === 'invalid') setErrors(translateLatinErrors(failure.errors, words));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const wanted = { last_name_en: name.last_name_en.trim(), first_name_en: name.first_name_en.trim() };
    const found = findLatinErrors(wanted, words);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(wanted);
  };

  return (
    <form className={formStyle.narrow} onSubmit={submit} noValidate>
      <ErrorSummary errors={errors} labels={labels} />
      {LATIN_FIELDS.map((field, index) => (
        <TextInput
          key={field}
          id={field}
          ref={index === 0 ? firstField : undefined}
          size="md"
          label={labels[field]}
          error={errors[field]}
          value={name[field]}
          autoComplete={field === 'last_name_en' ? 'family-name' : 'given-name'}
          spellCheck={false}
          onChange={(event) => setName({ ...name, [field]: event.currentTarget.value })}
        />
      ))}
      <Failed text={save.isError && Object.keys(errors).length === 0 ? words.saveFailed : null} />
      <FormActions
        submit={words.save}
        testId="save-latin-name"
        isPending={save.isPending}
        onCancel={() => onDone(false)}
      />
    </form>
  );
}
