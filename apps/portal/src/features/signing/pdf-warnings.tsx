import type { PdfWarning } from '../../api/signing.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { defineWords } from '../../i18n/words.ts';
import noteStyle from '../../ui/note.module.css';

const warningWords = defineWords<Record<PdfWarning | 'title', string>>(
  {
    title: 'Гарын үсэг зурахаасаа өмнө анхаарна уу',
    script: 'Баримт дотор скрипт байна. Нээсэн програмаас шалтгаалж өөрөөр харагдаж магадгүй.',
    xfa_form: 'Баримт XFA маягттай. Зарим програм агуулгыг нь өөрөөр харуулдаг.',
    broken_signature:
      'Өмнө зурсан гарын үсэг хүчингүй: түүний дараа баримтыг өөрчилсөн эсвэл гарын үсэг гэмтсэн. Илгээсэн хүнээс тодруулаарай.',
    false_certification:
      'Баримт баталгаажсан мэт харагдах боловч итгэж болох хүн баталгаажуулаагүй байна. Таныг гарын үсэг зурсны дараа өөрчлөх гэсэн оролдлого байж болзошгүй. Илгээсэн хүнээс тодруулаарай.',
    hidden_annotation:
      'Баримтад одоо харагдахгүй хэсэг байна. Хэвлэхэд эсвэл өөр програмд харагдаж магадгүй.',
    stacked_annotations:
      'Баримтад давхарласан хэсгүүд байна. Доод талынх нь таны харж байгаагаас өөр байж болно.',
    layers:
      'Баримт үзүүлж, нууж болдог давхаргатай. Хэвлэхэд эсвэл өөр програмд таны харж байгаагаас өөр агуулга гарч магадгүй.',
    screen_and_print_differ:
      'Баримт дэлгэцэнд болон цаасан дээр өөр өөрөөр харагдаж магадгүй. Гарын үсэг зурахаасаа өмнө хэвлэж эсвэл хэвлэх хувийг нь урьдчилан харж үзээрэй.',
    drawn_differently:
      'Баримтын талбар, тэмдэглэлийг програм бүр өөрөөр харуулж магадгүй. Бусад хүн таны харж байгаагаас өөр утга харж болно. Илгээсэн хүнээс тодруулаарай.',
    content_elsewhere:
      'Баримтын зарим хэсэг өөр файлд байна. Тэр файл солигдвол таны гарын үсэг зурсан баримт өөрөөр харагдаж магадгүй.',
    missing_object: 'Баримтад дутуу хэсэг байна. Гарын үсгийн дараа түүнд агуулга нэмэхийг оролдож болно.',
    unlisted_object:
      'Баримтад одоо ямар ч програм харуулахгүй хэсэг нуугдсан байна. Файл гэмтвэл зарим програм түүнийг харуулж магадгүй. Илгээсэн хүнээс шинэ хувь аваарай.',
    not_checked: 'Баримтыг бүрэн шалгаж чадсангүй. Гарал үүслийг нь мэддэг баримтад л гарын үсэг зураарай.',
  },
  {
    title: 'Take care before you sign',
    script: 'The document contains a script. It may look different, depending on the program that opens it.',
    xfa_form: 'The document has an XFA form. Some programs show other content than you see here.',
    broken_signature:
      'A signature that is already in the document is not valid: the document was changed after it, or the signature is damaged. Ask the sender about it.',
    false_certification:
      'The document claims to be certified, but nobody whom we trust certified it. Somebody may want to change it after you sign. Ask the sender about it.',
    hidden_annotation:
      'The document contains parts that are hidden now. They may appear in print or in another program.',
    stacked_annotations:
      'The document contains parts that lie on top of each other. What is below may differ from what you see.',
    layers:
      'The document has layers that can be shown or hidden. In print or in another program its content may differ from what you see.',
    screen_and_print_differ:
      'The document may look different on paper and on the screen. Print it or look at the print preview before you sign.',
    drawn_differently:
      'Programs may show fields or notes of the document each in their own way. Others may see other values than you do. Ask the sender about it.',
    content_elsewhere:
      'Parts of the document are in other files. If those files change, the document that you sign may look different.',
    missing_object:
      'Parts of the document are missing. Somebody could try to add content there after you sign.',
    unlisted_object:
      'The document contains parts that no program shows now. If the file is damaged later, some programs may show them. Ask the sender for a new copy.',
    not_checked:
      'The document could not be checked completely. Sign it only if you know where it comes from.',
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
