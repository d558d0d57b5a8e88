import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isChangedMeanwhile } from '../../api/errors.ts';
import { createPassport, type Passport, passportQuery, savePassport } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { readFaults } from '../../ui/forms/read-faults.ts';
import noteStyle from '../../ui/note.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import tabStyle from '../../ui/page/tabs.module.css';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import classes from './editor.module.css';
import { editorWords, PARTS, type Part } from './editor-words.ts';
import { fieldWords } from './field-words.ts';
import { namePart } from './form-builder/name-part.ts';
import { builderWords } from './form-builder/words.ts';
import { FormPart } from './form-part.tsx';
import { LinksPart } from './links-part.tsx';
import { buildBody, findFaults, gatherFaults } from './passport-draft.ts';
import { PassportFields } from './passport-form.tsx';
import { PassportLifecycle } from './passport-lifecycle.tsx';
import frame from './registry.module.css';
import { useMayManage } from './registry.tsx';
import { StateChip } from './state-chip.tsx';
import { usePassportDraft } from './use-passport-draft.ts';
import { VersionsPart } from './versions-part.tsx';

export function PassportEditor({ passport }: { passport: Passport | null }) {
  const { language } = useLanguage();
  const { editor: words } = usePageWords(editorWords);
  const fields = usePageWords(fieldWords);
  const parts = usePageWords(builderWords);
  const { fault: common } = usePageWords(uiWords);
  const mayManage = useMayManage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const filters = useFilters();
  const { state } = useLocation() as { state: { isCreated?: boolean } | null };
  const { fields: typed, links, unsaved } = usePassportDraft(passport);
  const isChanged = typed.isChanged || links.isChanged;
  const { draft, change, forget } = typed;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [done, setDone] = useState(state?.isCreated ? words.created : '');
  const [isOutdated, setIsOutdated] = useState(false);
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
  /** Shows a colleague's saved values under the typed ones, so that the person compares them before saving again. */
  const showOutdated = () => {
    setIsOutdated(true);
    if (passport) client.invalidateQueries({ queryKey: passportQuery(passport.id).queryKey });
  };
  const sayPart = (path: string) => namePart(draft.form, path, parts, language);
  const showErrors = (found: Record<string, string>) => {
    setErrors(found);
    const names = Object.keys(found);
    // The error summary links to a field, so the part with that field must be open.
    if (names.length > 0) filters.set({ part: names.every((name) => name === 'form') ? 'form' : null });
  };
  const save = useMutation({
    mutationFn: () => {
      const body = buildBody(draft, passport);
      return passport ? savePassport(passport, body) : createPassport({ ...body, code: draft.code.trim() });
    },
    onSuccess: (saved) => {
      adopt(saved, words.saved);
      forget();
      if (!passport)
        navigate(`/registry/services/${saved.id}`, { replace: true, state: { isCreated: true } });
    },
    onError: (error) =>
      isChangedMeanwhile(error) ? showOutdated() : showErrors(gatherFaults(readFaults(error), sayPart)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setDone('');
    const found = findFaults(draft, passport, fields.faults, common, sayPart);
    showErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const quieten = () => {
    setDone('');
    setIsOutdated(false);
  };
  const edit = (next: typeof draft) => {
    quieten();
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
              <span className={textStyle.code}>{passport.code}</span>
              <StateChip state={passport.status} />
              {passport.version > 0 ? <span>{words.version(passport.version)}</span> : null}
            </p>
          ) : (
            <p className={textStyle.quiet}>{words.newLead}</p>
          )}
        </div>
        {passport && mayManage ? (
          <PassportLifecycle
            passport={passport}
            name={title}
            isChanged={isChanged}
            isDue={passport.status === 'draft' || isEditedSince(passport)}
            onDone={adopt}
          />
        ) : null}
      </header>
      <div className={classes.done}>
        <Done>{done}</Done>
        {isOutdated ? (
          <p className={noteStyle.note} data-tone="warn" role="alert" data-testid="outdated">
            {words.outdated}
          </p>
        ) : null}
      </div>
      {passport?.status === 'archived' ? (
        <p className={noteStyle.note}>{words.archived}</p>
      ) : !mayManage ? (
        <p className={noteStyle.note}>{words.readOnly}</p>
      ) : passport && isEditedSince(passport) ? (
        <p className={noteStyle.note} data-tone="warn" data-testid="republish">
          {words.republish}
        </p>
      ) : null}
      {passport ? (
        <nav className={tabStyle.tabs} aria-label={words.partsLabel}>
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
              {unsaved.includes(known) ? (
                <span className={classes.unsavedPart} title={words.unsavedPart}>
                  <span className={textStyle.hidden}>{words.unsavedPart}</span>
                </span>
              ) : null}
            </Link>
          ))}
        </nav>
      ) : null}
      {part === 'evidences' && passport ? (
        <LinksPart
          passport={passport}
          draft={links}
          isLocked={isLocked}
          onOutdated={showOutdated}
          onSaved={adopt}
          onChange={quieten}
        />
      ) : part === 'versions' && passport ? (
        <VersionsPart passport={passport} />
      ) : (
        <form className={classes.editor} onSubmit={submit} noValidate data-testid="passport-form">
          <ErrorSummary errors={errors} labels={{ ...fields.labels, code: fields.code }} />
          {part === 'form' && passport ? (
            <FormPart
              passport={passport}
              draft={draft}
              error={errors['form']}
              isLocked={isLocked}
              onChange={edit}
            />
          ) : (
            <PassportFields
              draft={draft}
              errors={errors}
              isNew={passport === null}
              isLocked={isLocked}
              onChange={edit}
            />
          )}
          {isLocked || (passport && !typed.isChanged) ? null : (
            <div className={classes.saveBar}>
              {/* The page shows a separate notice about a colleague's change. */}
              <ActionFailure error={isChangedMeanwhile(save.error) ? null : save.error} />
              <div className={formStyle.actions}>
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

/** Publishing sets `updated_at` as well, so only a later time means an edit since. */
function isEditedSince(passport: Passport): boolean {
  if (passport.status !== 'published' || !passport.published_at || !passport.updated_at) return false;
  return Date.parse(passport.updated_at) > Date.parse(passport.published_at);
}
