import { useEffect, useRef, useState } from 'react';
import type { PublicService, ServiceForm } from '../../api/catalogue.ts';
import { type Answers, listFields, readPayload, writePayload } from '../../features/service-form/answers.ts';
import { sayAnswer } from '../../features/service-form/list-answers.ts';
import { formWords } from '../../features/service-form/words.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import noteStyle from '../../ui/note.module.css';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

/** What a person agrees to in a published version. */
export interface SeenService {
  version: number;
  fee: number;
  /** Days in which the application is decided. */
  days: number;
  form: ServiceForm | null;
}

export const readSeen = ({ version, fee, max_days: days, form }: PublicService): SeenService => ({
  version,
  fee,
  days,
  form,
});

/** The version that the person saw before the one on this page; null if there is none. */
export function useSeenService(service: PublicService, filledFor: SeenService | null, onChange: () => void) {
  const [seen, setSeen] = useState(() => readSeen(service));
  const [before, setBefore] = useState(filledFor);
  if (seen.version !== service.version) {
    setSeen(readSeen(service));
    setBefore(seen);
    onChange();
  }
  return { before, forget: () => setBefore(null) };
}

const isGiven = (value: Answers[string] | undefined) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false;

/** Answers to questions that the form does not ask; they stay in the draft and are not sent. */
export const listSetAside = (form: ServiceForm | null, answers: Answers): string[] =>
  Object.keys(answers).filter(
    (name) => !Object.hasOwn(form?.properties ?? {}, name) && isGiven(answers[name]),
  );

/** Of saved answers; those of a link are never kept. */
export function readSetAside(form: ServiceForm | null, saved: unknown): Answers {
  const kept = Object.entries(readPayload(saved)).filter(
    ([name, value]) =>
      !Object.hasOwn(form?.properties ?? {}, name) &&
      (typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value)),
  );
  return Object.fromEntries(kept) as Answers;
}

/** Names of questions by what became of them. */
export function compareForms(before: ServiceForm | null, now: ServiceForm | null) {
  const was = new Map(before ? listFields(before) : []);
  const is = new Map(now ? listFields(now) : []);
  const isRequired = (form: ServiceForm | null, name: string) => form?.required?.includes(name) ?? false;
  return {
    removed: [...was.keys()].filter((name) => !is.has(name)),
    added: [...is.keys()].filter((name) => !was.has(name)),
    changed: [...is.keys()].filter(
      (name) =>
        was.has(name) &&
        (JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)) ||
          isRequired(before, name) !== isRequired(now, name)),
    ),
  };
}

interface ServiceChangedProps {
  before: SeenService | null;
  now: SeenService;
  answers: Answers;
}

/** A service that changed while somebody filled it in: what changed, and the answers that are no longer asked for. */
export function ServiceChanged({ before, now, answers }: ServiceChangedProps) {
  const { language } = useLanguage();
  const { changed: words, free } = usePageWords(serviceWords);
  const heading = useRef<HTMLHeadingElement>(null);
  const version = before === null ? null : now.version;
  useEffect(() => {
    if (version !== null) heading.current?.focus();
  }, [version]);
  const aside = listSetAside(now.form, answers);
  if (before === null && aside.length === 0) return null;
  const { removed, added, changed } = compareForms(before?.form ?? null, now.form);
  const titles = (form: ServiceForm | null, names: readonly string[]) =>
    names.map((name) => form?.properties[name]?.['x-title'][language] ?? words.former).join(', ');
  const papers = ({ form }: SeenService) =>
    (form?.['x-papers'] ?? []).map((slot) => slot['x-title'][language]).join(', ') || words.none;
  const money = ({ fee }: SeenService) => (fee === 0 ? free : formatMoney(fee, language));
  const both = (say: (service: SeenService) => string) =>
    before === null || say(before) === say(now) ? '' : words.fromTo(say(before), say(now));
  const lines = (
    before === null
      ? []
      : [
          [words.fee, both(money)],
          [words.days, both(({ days }) => String(days))],
          [words.added, titles(now.form, added)],
          [words.removed, titles(before.form, removed)],
          [words.other, titles(now.form, changed)],
          [words.papers, both(papers)],
        ]
  ).filter(([, text]) => text !== '');
  return (
    <section
      className={`${noteStyle.note} ${classes.conflict}`}
      data-tone="warn"
      aria-labelledby="changed-title"
      data-testid="service-changed"
    >
      <h2 id="changed-title" ref={heading} tabIndex={-1} className={noteStyle.noteTitle}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      {lines.length > 0 ? (
        <dl className={factStyle.details}>
          {lines.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {aside.length > 0 ? (
        <div data-testid="set-aside">
          <h3>{words.aside}</h3>
          <p>{words.asideText}</p>
          <dl className={factStyle.details}>
            {aside.map((name) => (
              <div key={name}>
                <dt>{titles(before?.form ?? null, [name])}</dt>
                <dd>
                  <SetAside form={before?.form ?? null} name={name} answers={answers} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </section>
  );
}

function SetAside({ form, name, answers }: { form: ServiceForm | null; name: string; answers: Answers }) {
  const { language } = useLanguage();
  const { changed } = usePageWords(serviceWords);
  const words = usePageWords(formWords);
  const field = form?.properties[name];
  const value = (form && field ? writePayload(form, answers)[name] : undefined) ?? answers[name];
  const isList = Array.isArray(value) && field?.items?.enum === undefined;
  return isList ? changed.entries(value.length) : sayAnswer(field, value, words, language);
}
