import type { FormField, ServiceForm } from '../../../api/catalogue.ts';
import { formatDate } from '../../../i18n/format.ts';
import type { Language } from '../../../i18n/language.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import parts from '../../profile/parts/parts.module.css';
import classes from '../service.module.css';
import { listEntryFields } from './answers.ts';
import { type FormWords, formWords } from './words.ts';

/** An answer in words: the choice by its label, the day as a day, the tick as yes or no. */
function sayAnswer(field: FormField, value: unknown, words: FormWords, language: Language): string {
  if (field.type === 'boolean') return value === true ? words.yes : words.no;
  if (value === undefined || value === null || value === '') return words.notGiven;
  const text = String(value);
  if (field.enum) return field['x-labels']?.[text]?.[language] ?? text;
  if (field.format === 'date') return formatDate(`${text}T00:00:00`, language) || text;
  const unit = field['x-unit']?.[language];
  return unit ? `${text} ${unit}` : text;
}

/** What was answered, to be read once more: before sending it, and whenever one wants to know what was sent. */
export function AnswerList({ form, payload }: { form: ServiceForm; payload: Record<string, unknown> }) {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  return form['x-sections'].map((section) => (
    <div key={section.fields.join()} className={classes.answered}>
      <h3>{section['x-title'][language]}</h3>
      <dl className={parts.details}>
        {section.fields.flatMap((name) => {
          const field = form.properties[name];
          if (!field) return [];
          const value = payload[name];
          if (field.type !== 'array')
            return [
              <div key={name}>
                <dt>{field['x-title'][language]}</dt>
                <dd>{sayAnswer(field, value, words, language)}</dd>
              </div>,
            ];
          const entries = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
          const title = (field['x-entry-title'] ?? field['x-title'])[language];
          return entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name of its own but its place
            <div key={`${name}-${index}`}>
              <dt>{words.entry(title, index + 1)}</dt>
              {listEntryFields(field).map(([key, inner]) => (
                <dd key={key}>
                  {inner['x-title'][language]}: {sayAnswer(inner, entry[key], words, language)}
                </dd>
              ))}
            </div>
          ));
        })}
      </dl>
    </div>
  ));
}
