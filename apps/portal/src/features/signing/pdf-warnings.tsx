import type { PdfWarning } from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { defineWords } from '../../i18n/words.ts';
import noteStyle from '../../ui/note.module.css';

const warningWords = defineWords<Record<PdfWarning | 'title', string>>(
  {
    title: 'Гарын үсэг зурахаасаа өмнө анхаарна уу',
    script: 'Баримт дотор скрипт байна. Нээсэн програмаас шалтгаалж өөрөөр харагдаж магадгүй.',
    xfa_form: 'Баримт XFA маягттай. Зарим програм агуулгыг нь өөрөөр харуулдаг.',
  },
  {
    title: 'Take care before you sign',
    script: 'The document contains a script. It may look different, depending on the program that opens it.',
    xfa_form: 'The document has an XFA form. Some programs show other content than you see here.',
  },
);

/** Parts of the document that can change what a reader sees. */
export function PdfWarnings({ warnings }: { warnings: readonly PdfWarning[] }) {
  const words = usePageWords(warningWords);
  if (warnings.length === 0) return null;
  return (
    <div className={noteStyle.note} data-tone="warn" role="status" data-testid="pdf-warnings">
      <p>
        <strong>{words.title}</strong>
      </p>
      {warnings.map((warning) => (
        <p key={warning}>{words[warning]}</p>
      ))}
    </div>
  );
}
