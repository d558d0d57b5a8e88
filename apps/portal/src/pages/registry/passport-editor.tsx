import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { createPassport, type Passport, savePassport } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../shell/page.tsx';
import detail from '../administration/detail.module.css';
import { readFieldTexts } from '../administration/failure-text.ts';
import { ActionFailure, Done } from '../administration/states.tsx';
import { useFilters } from '../administration/use-filters.ts';
import { ErrorSummary } from '../profile/parts/error-summary.tsx';
import classes from './editor.module.css';
import { editorWords, PARTS, type Part } from './editor-words.ts';
import { fieldWords } from './field-words.ts';
import { FormPart } from './form-part.tsx';
import { LinksPart } from './links-part.tsx';
import { buildBody, findFaults } from './passport-draft.ts';
import { PassportFields } from './passport-form.tsx';
import { PassportLifecycle } from './passport-lifecycle.tsx';
import frame from './registry.module.css';
import { useMayManage } from './registry.tsx';
import { StateChip } from './state-chip.tsx';
import { usePassportDraft } from './use-passport-draft.ts';
import { VersionsPart } from './versions-part.tsx';

/** The registry names a wrong field by its path; on the page the form is one field. */
const rootOf = (field: string) => field.split('.')[0] ?? field;

export function PassportEditor({ passport }: { passport: Passport | null }) {
  const { language } = useLanguage();
  const { editor: words } = usePageWords(editorWords);
  const fields = usePageWords(fieldWords);
  const mayManage = useMayManage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const filters = useFilters();
  const { draft, isChanged, change, forget } = usePassportDraft(passport);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [done, setDone] = useState('');
  const isLocked = !mayManage || passport?.status === 'archived';
  const part = PARTS.find((known) => known === filters.get('part')) ?? 'passport';
  const title = passport ? (language === 'en' && passport.name_en) || passport.name : words.newTitle;
  usePageTitle(title);

  const adopt = (saved: Passport, text: string) => {
    client.setQueryData(['registry', 'service', saved.id], saved);
    for (const name of ['services', 'overview', 'once-only'])
      client.invalidateQueries({ queryKey: ['registry', name] });
    setDone(text);
  };
  const save = useMutation({
    mutationFn: () => {
      const body = buildBody(draft, passport);
      return passport
        ? savePassport(passport.id, body)
        : createPassport({ ...body, code: draft.code.trim() });
    },
    onSuccess: (saved) => {
      adopt(saved, passport ? words.saved : words.created);
      forget();
      if (!passport) navigate(`/registry/services/${saved.id}`, { replace: true });
    },
    onError: (error) =>
      setErrors(
        Object.fromEntries(
          Object.entries(readFieldTexts(error)).map(([field, text]) => [
            rootOf(field),
            field === rootOf(field) ? text : `${field}: ${text}`,
          ]),
        ),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setDone('');
    const found = Object.entries(findFaults(draft, passport === null));
    const texts = Object.fromEntries(found.map(([field, fault]) => [field, fields.faults[fault]]));
    setErrors(texts);
    if (found.length > 0) {
      // The summary leads to a field, so the field must be on the page.
      filters.set({ part: found.every(([field]) => field === 'form') ? 'form' : null });
      return;
    }
    save.mutate();
  };
  const edit = (next: typeof draft) => {
    setDone('');
    if (!save.isIdle) save.reset();
    change(next);
  };
  const leadTo = (known: Part) => ({ search: known === 'passport' ? '' : `?part=${known}` });

  return (
    <div className={frame.page}>
      <p className={classes.back}>
        <Link to="/registry/services">
          <IconArrowLeft size={18} aria-hidden="true" />
          {words.back}
        </Link>
      </p>
      <header className={classes.head}>
        <div>
          <PageHeading>{title}</PageHeading>
          {passport ? (
            <p className={classes.chips}>
              <span className={detail.code}>{passport.code}</span>
              <StateChip state={passport.status} />
              {passport.version > 0 ? <span>{words.version(passport.version)}</span> : null}
            </p>
          ) : (
            <p className={detail.quiet}>{words.newLead}</p>
          )}
        </div>
        {passport && mayManage ? (
          <PassportLifecycle passport={passport} isChanged={isChanged} onDone={adopt} />
        ) : null}
      </header>
      <div className={classes.done}>
        <Done>{done}</Done>
      </div>
      {passport?.status === 'archived' ? (
        <p className={detail.note}>{words.archived}</p>
      ) : !mayManage ? (
        <p className={detail.note}>{words.readOnly}</p>
      ) : passport && isEditedSince(passport) ? (
        <p className={detail.note} data-tone="warn" data-testid="republish">
          {words.republish}
        </p>
      ) : null}
      {passport ? (
        <nav className={frame.tabs} aria-label={words.partsLabel}>
          {PARTS.map((known) => (
            <Link
              key={known}
              to={leadTo(known)}
              replace
              preventScrollReset
              aria-current={known === part ? 'true' : undefined}
              data-testid={`part-${known}`}
            >
              {words.parts[known]}
            </Link>
          ))}
        </nav>
      ) : null}
      {part === 'evidences' && passport ? (
        <LinksPart passport={passport} isLocked={isLocked} onSaved={adopt} />
      ) : part === 'versions' && passport ? (
        <VersionsPart passport={passport} />
      ) : (
        <form className={classes.editor} onSubmit={submit} noValidate data-testid="passport-form">
          <ErrorSummary errors={errors} labels={{ ...fields.labels, code: fields.code }} />
          {part === 'form' && passport ? (
            <FormPart draft={draft} error={errors['form']} isLocked={isLocked} onChange={edit} />
          ) : (
            <PassportFields
              draft={draft}
              errors={errors}
              isNew={passport === null}
              isLocked={isLocked}
              onChange={edit}
            />
          )}
          {isLocked || (passport && !isChanged) ? null : (
            <div className={classes.saveBar}>
              <ActionFailure error={save.error} />
              <div className={detail.actions}>
                <Button type="submit" loading={save.isPending} data-testid="save">
                  {passport ? words.save : words.create}
                </Button>
                {passport ? (
                  <>
                    <Button
                      variant="default"
                      data-testid="discard"
                      onClick={() => {
                        setErrors({});
                        forget();
                      }}
                    >
                      {words.discard}
                    </Button>
                    <span className={classes.unsaved} role="status">
                      {words.unsaved}
                    </span>
                  </>
                ) : null}
              </div>
            </div>
          )}
        </form>
      )}
    </div>
  );
}

/** Publishing stamps the passport too, a moment before or after its own stamp. */
function isEditedSince(passport: Passport): boolean {
  if (passport.status !== 'published' || !passport.published_at || !passport.updated_at) return false;
  return Date.parse(passport.updated_at) > Date.parse(passport.published_at);
}
