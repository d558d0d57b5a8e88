import { useQuery } from '@tanstack/react-query';
import { draftQuery, serviceFormQuery } from '../../api/gov.ts';
import { AnswerList } from '../../features/service-form/answer-list.tsx';
import { readPayload } from '../../features/service-form/answers.ts';
import { listAnswers } from '../../features/service-form/list-answers.ts';
import { formWords } from '../../features/service-form/words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Loaded } from '../../ui/states/states.tsx';
import { draftWords } from './draft-words.ts';

/** What was filled in for a service that is no longer offered: to read and to copy. */
export function EndedDraft({ serviceId }: { serviceId: string }) {
  const { language } = useLanguage();
  const words = usePageWords(draftWords);
  const said = usePageWords(formWords);
  const draft = useQuery(draftQuery(serviceId));
  const filledFor = draft.data
    ? { service_id: serviceId, service_version: draft.data.service_version }
    : null;
  const form = useQuery(serviceFormQuery(filledFor));
  return (
    <Loaded query={draft} source="platform" lines={3}>
      {(kept) => {
        const payload = readPayload(kept?.payload ?? {});
        const note = kept?.note ?? '';
        if (form.isPending) return null;
        const lines = listAnswers(form.data ?? null, payload, said, language).flatMap(({ answers }) =>
          answers.map(({ label, value }) => `${label}: ${sayValue(value)}`),
        );
        const text = [...lines, note].filter((line) => line !== '').join('\n');
        return text === '' ? (
          <p>{words.nothing}</p>
        ) : (
          <div className={layoutStyle.stack} data-testid="draft-answers">
            <AnswerList form={form.data ?? null} payload={payload} />
            {note === '' ? null : <p>{note}</p>}
            <div>
              <CopyButton text={text} label={words.yours} />
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

const sayValue = (value: string | { title: string; lines: string[] }[]): string =>
  typeof value === 'string'
    ? value
    : value.map(({ title, lines }) => [title, ...lines].join('\n')).join('\n');
