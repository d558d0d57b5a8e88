import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isChangedMeanwhile } from '../../api/errors.ts';
import { type EvidenceLink, evidencesQuery, type Passport, saveLinks } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual, inLanguage } from '../../i18n/two-languages.tsx';
import badgeStyle from '../../ui/badge.module.css';
import formStyle from '../../ui/forms/form.module.css';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { isUntranslated } from './gates.ts';
import type { LinksDraft } from './use-passport-draft.ts';

interface LinksPartProps {
  passport: Passport;
  draft: LinksDraft;
  isLocked: boolean;
  onOutdated(): void;
  onSaved(passport: Passport, text: string): void;
  onChange(): void;
}

const isViolation = (link: EvidenceLink) => link.from_citizen && link.in_khur;

/**
 * The documents that a service asks for or fetches itself, with each violation of the once-only principle beside its
 * document.
 */
export function LinksPart({ passport, draft, isLocked, onOutdated, onSaved, onChange }: LinksPartProps) {
  const { language } = useLanguage();
  const { links: words, editor } = usePageWords(editorWords);
  const { data: evidences = [] } = useQuery(evidencesQuery);
  const [chosen, setChosen] = useState('');
  const [isNoneChosen, setIsNoneChosen] = useState(false);
  const { draft: links, isChanged } = draft;
  const violations = links.filter(isViolation);
  const free = evidences.filter((known) => !links.some((link) => link.evidence_id === known.id));
  const save = useMutation({
    mutationFn: () =>
      saveLinks(
        passport,
        links.map(({ evidence_id, required, from_citizen, note, note_en }) => ({
          evidence_id,
          required,
          from_citizen,
          note,
          note_en,
        })),
      ),
    onError: (error) => {
      if (isChangedMeanwhile(error)) onOutdated();
    },
    onSuccess: (saved) => {
      draft.forget();
      onSaved(saved, words.saved);
    },
  });
  const put = (next: EvidenceLink[]) => {
    if (!save.isIdle) save.reset();
    onChange();
    draft.change(next);
  };
  const change = (id: string, values: Partial<EvidenceLink>) =>
    put(links.map((link) => (link.evidence_id === id ? { ...link, ...values } : link)));
  const add = () => {
    const evidence = free.find((known) => known.id === chosen);
    setIsNoneChosen(!evidence);
    if (!evidence) return;
    setChosen('');
    const { id, code, name, name_en, in_khur } = evidence;
    put([
      ...links,
      {
        evidence_id: id,
        code,
        name,
        name_en,
        in_khur,
        required: true,
        // A document that the state has is fetched; only other documents are requested from citizens.
        from_citizen: !in_khur,
        once_only_violation: false,
        note: '',
        note_en: '',
      },
    ]);
  };

  return (
    <div className={classes.editor}>
      <p className={textStyle.quiet}>{words.lead}</p>
      <p
        className={noteStyle.note}
        data-tone={violations.length > 0 ? 'bad' : 'good'}
        role="status"
        data-testid="once-only-state"
      >
        {violations.length > 0 ? words.broken(violations.length) : words.compliant}
      </p>
      {links.length === 0 ? <p className={textStyle.quiet}>{words.none}</p> : null}
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.evidence_id} data-violation={isViolation(link)} data-testid={`link-${link.code}`}>
            <div className={classes.linkHead}>
              <div>
                <p className={classes.linkName}>
                  <Bilingual mn={link.name} en={link.name_en} />
                </p>
                <p className={classes.chips}>
                  <span className={textStyle.code}>{link.code}</span>
                  <span className={badgeStyle.chip} data-tone={link.in_khur ? 'good' : undefined}>
                    {link.in_khur ? words.exchange : words.notExchange}
                  </span>
                </p>
              </div>
              {isLocked ? null : (
                <Button
                  variant="subtle"
                  className={classes.remove}
                  aria-label={words.remove(link.name)}
                  title={words.remove(link.name)}
                  onClick={() => put(links.filter((other) => other.evidence_id !== link.evidence_id))}
                >
                  <IconTrash size={18} aria-hidden="true" />
                </Button>
              )}
            </div>
            {isViolation(link) ? (
              <p className={classes.violation}>
                <IconAlertTriangle size={18} aria-hidden="true" />
                {words.violation}
              </p>
            ) : null}
            {isUntranslated(link) ? <p className={textStyle.quiet}>{words.noNameEn}</p> : null}
            <div className={classes.linkFields}>
              <Checkbox
                label={words.required}
                checked={link.required}
                disabled={isLocked}
                onChange={(event) => change(link.evidence_id, { required: event.currentTarget.checked })}
              />
              <Checkbox
                label={words.fromCitizen}
                checked={link.from_citizen}
                disabled={isLocked}
                data-testid="from-citizen"
                onChange={(event) => change(link.evidence_id, { from_citizen: event.currentTarget.checked })}
              />
              {isLocked && link.note === '' ? null : (
                <TextInput
                  aria-label={`${words.note}: ${link.name}`}
                  placeholder={words.note}
                  value={link.note}
                  maxLength={4000}
                  readOnly={isLocked}
                  onChange={(event) => change(link.evidence_id, { note: event.currentTarget.value })}
                />
              )}
              {link.note === '' && link.note_en === '' ? null : (
                <TextInput
                  aria-label={`${words.noteEn}: ${link.name}`}
                  placeholder={words.noteEn}
                  lang="en"
                  value={link.note_en}
                  maxLength={4000}
                  readOnly={isLocked}
                  onChange={(event) => change(link.evidence_id, { note_en: event.currentTarget.value })}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {isLocked ? null : (
        <>
          <div className={classes.addLink}>
            <NativeSelect
              label={words.choose}
              value={chosen}
              error={isNoneChosen ? words.chooseFirst : null}
              data-testid="link-choice"
              data={[
                { value: '', label: '—' },
                ...free.map((known) => ({
                  value: known.id,
                  label: `${inLanguage({ mn: known.name, en: known.name_en }, language)}${known.in_khur ? ` · ${words.exchange}` : ''}`,
                })),
              ]}
              onChange={(event) => {
                setIsNoneChosen(false);
                setChosen(event.currentTarget.value);
              }}
            />
            <Button variant="default" data-testid="link-add" onClick={add}>
              {words.add}
            </Button>
          </div>
          {isChanged ? (
            <div className={classes.saveBar}>
              {/* The page itself reports a conflicting change. */}
              <ActionFailure error={isChangedMeanwhile(save.error) ? null : save.error} />
              <div className={formStyle.actions}>
                <Button loading={save.isPending} data-testid="save-links" onClick={() => save.mutate()}>
                  {words.save}
                </Button>
                <Button variant="default" data-testid="discard-links" onClick={draft.forget}>
                  {editor.discard}
                </Button>
                <span className={classes.unsaved} role="status">
                  {editor.unsaved}
                </span>
              </div>
            </div>
          ) : null}
        </>
      )}
    </div>
  );
}
