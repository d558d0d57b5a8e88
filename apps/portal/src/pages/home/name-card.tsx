import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readFailure } from '../../api/errors.ts';
import { type LatinName, loadFreshSession, saveLatinName, type User } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './home.module.css';
import {
  findLatinErrors,
  LATIN_FIELDS,
  type LatinErrors,
  type LatinField,
  translateLatinErrors,
} from './latin-name.ts';
import { homeWords } from './words.ts';

function readLatin(user: User): LatinName {
  return { last_name_en: user.last_name_en ?? '', first_name_en: user.first_name_en ?? '' };
}

export function NameCard({ user }: { user: User }) {
  const home = usePageWords(homeWords);
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
    <section className={classes.card} aria-labelledby="name">
      <h2 id="name">{home.nameHeading}</h2>
      <dl className={classes.details}>
        <div>
          <dt>{home.nameCyrillic}</dt>
          <dd lang="mn">{user.full_name || home.unknown}</dd>
        </div>
        {isEditing ? null : (
          <div>
            <dt>{home.nameLatin}</dt>
            <dd lang="en">{user.full_name_en || home.unknown}</dd>
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
          <p className={classes.quiet}>{home.nameSource}</p>
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
              {home.editLatin}
            </Button>
          </div>
        </>
      )}
      <p role="status" className={classes.saved}>
        {isSaved ? home.saved : null}
      </p>
    </section>
  );
}

interface LatinNameFormProps {
  user: User;
  onDone(saved: boolean): void;
}

function LatinNameForm({ user, onDone }: LatinNameFormProps) {
  const home = usePageWords(homeWords);
  const client = useQueryClient();
  const [name, setName] = useState(() => readLatin(user));
  const [errors, setErrors] = useState<LatinErrors>({});
  const summary = useRef<HTMLDivElement>(null);
  const firstField = useRef<HTMLInputElement>(null);
  const labels: Record<LatinField, string> = {
    last_name_en: home.lastNameLatin,
    first_name_en: home.firstNameLatin,
  };
  const listed = LATIN_FIELDS.filter((field) => errors[field]);

  const save = useMutation({
    mutationFn: async (wanted: LatinName) => {
      await saveLatinName(wanted);
      await loadFreshSession(client);
    },
    onSuccess: () => onDone(true),
    onError: (error) => {
      const failure = readFailure(error);
      if (failure.kind === 'invalid') setErrors(translateLatinErrors(failure.errors, home));
    },
  });

  useEffect(() => {
    firstField.current?.focus();
  }, []);
  useEffect(() => {
    if (Object.keys(errors).length > 0) summary.current?.focus();
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const wanted = { last_name_en: name.last_name_en.trim(), first_name_en: name.first_name_en.trim() };
    const found = findLatinErrors(wanted, home);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(wanted);
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {listed.length > 0 ? (
        <div ref={summary} tabIndex={-1} className={classes.summary} role="alert">
          <p>{home.errorSummary}</p>
          <ul>
            {listed.map((field) => (
              <li key={field}>
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(field)?.focus();
                  }}
                >
                  {labels[field]}: {errors[field]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
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
      {save.isError && listed.length === 0 ? (
        <p className={classes.failed} role="alert">
          {home.saveFailed}
        </p>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" loading={save.isPending}>
          {home.save}
        </Button>
        <Button variant="default" onClick={() => onDone(false)}>
          {home.cancel}
        </Button>
      </div>
    </form>
  );
}
