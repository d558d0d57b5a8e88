import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EvidenceLink, evidencesQuery, type Passport, saveLinks } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import admin from '../administration/administration.module.css';
import detail from '../administration/detail.module.css';
import { ActionFailure } from '../administration/states.tsx';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';

interface LinksPartProps {
  passport: Passport;
  isLocked: boolean;
  onSaved(passport: Passport, text: string): void;
}

const isViolation = (link: EvidenceLink) => link.from_citizen && link.in_khur;

/** What a service asks for and what it fetches itself, with every breach of the once-only principle in its place. */
export function LinksPart({ passport, isLocked, onSaved }: LinksPartProps) {
  const { links: words } = usePageWords(editorWords);
  const { data: evidences = [] } = useQuery(evidencesQuery);
  const [held, setHeld] = useState<{ from: Passport; links: EvidenceLink[] } | null>(null);
  const [chosen, setChosen] = useState('');
  const links = held?.from === passport ? held.links : passport.evidences;
  const isChanged = JSON.stringify(links) !== JSON.stringify(passport.evidences);
  const violations = links.filter(isViolation);
  const free = evidences.filter((known) => !links.some((link) => link.evidence_id === known.id));
  const save = useMutation({
    mutationFn: () =>
      saveLinks(
        passport.id,
        links.map(({ evidence_id, required, from_citizen, note }) => ({
          evidence_id,
          required,
          from_citizen,
          note,
        })),
      ),
    onSuccess: (saved) => onSaved(saved, words.saved),
  });
  const put = (next: EvidenceLink[]) => {
    if (!save.isIdle) save.reset();
    setHeld({ from: passport, links: next });
  };
  const change = (id: string, values: Partial<EvidenceLink>) =>
    put(links.map((link) => (link.evidence_id === id ? { ...link, ...values } : link)));
  const add = () => {
    const evidence = free.find((known) => known.id === chosen);
    if (!evidence) return;
    setChosen('');
    const { id, code, name, in_khur } = evidence;
    put([
      ...links,
      {
        evidence_id: id,
        code,
        name,
        in_khur,
        required: true,
        // What the state has is fetched; only what it has not is asked for.
        from_citizen: !in_khur,
        once_only_violation: false,
        note: '',
      },
    ]);
  };

  return (
    <div className={classes.editor}>
      <p className={detail.quiet}>{words.lead}</p>
      <p
        className={detail.note}
        data-tone={violations.length > 0 ? 'bad' : 'good'}
        role="status"
        data-testid="once-only-state"
      >
        {violations.length > 0 ? words.broken(violations.length) : words.compliant}
      </p>
      {links.length === 0 ? <p className={detail.quiet}>{words.none}</p> : null}
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.evidence_id} data-violation={isViolation(link)} data-testid={`link-${link.code}`}>
            <div className={classes.linkHead}>
              <div>
                <p className={classes.linkName}>{link.name}</p>
                <p className={classes.chips}>
                  <span className={detail.code}>{link.code}</span>
                  <span className={admin.chip} data-tone={link.in_khur ? 'good' : undefined}>
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
              <TextInput
                aria-label={`${words.note}: ${link.name}`}
                placeholder={words.note}
                value={link.note}
                maxLength={4000}
                readOnly={isLocked}
                onChange={(event) => change(link.evidence_id, { note: event.currentTarget.value })}
              />
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
              data-testid="link-choice"
              data={[
                { value: '', label: '—' },
                ...free.map((known) => ({
                  value: known.id,
                  label: `${known.name}${known.in_khur ? ` · ${words.exchange}` : ''}`,
                })),
              ]}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
            <Button variant="default" data-testid="link-add" onClick={add}>
              {words.add}
            </Button>
          </div>
          {isChanged ? (
            <div className={classes.saveBar}>
              <ActionFailure error={save.error} />
              <Button loading={save.isPending} data-testid="save-links" onClick={() => save.mutate()}>
                {words.save}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </div>
  );
}
