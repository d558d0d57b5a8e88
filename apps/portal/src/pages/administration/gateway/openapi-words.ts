import { defineWords } from '../../../i18n/words.ts';

export const openapiWords = defineWords(
  {
    title: 'OpenAPI',
    lead: 'Хөгжүүлэгчид үйлчилгээг эндээс нэмсэн баримтаар уншиж, туршина.',
    hint: 'OpenAPI 3.0 эсвэл 3.1, JSON файл, хамгийн ихдээ 1 MiB. $ref зөвхөн баримт дотроо заана. Үйлдлийн замыг гарцын хаягийн ард залгана.',
    none: 'Баримт нэмээгүй байна.',
    some: (title: string, version: string, operations: string) =>
      `«${title}»${version ? `, хувилбар ${version}` : ''}: ${operations} үйлдэл.`,
    uploaded: 'Нэмсэн',
    upload: 'Файл сонгох',
    replace: 'Өөр файлаар солих',
    remove: 'Баримтыг хасах',
    removeTitle: 'Баримтыг хасах уу?',
    removeText: 'Хөгжүүлэгчид үйлчилгээний үйлдлүүдийг харж, туршиж чадахгүй болно.',
    see: 'Хөгжүүлэгчид харагдах хуудас',
    saved: 'Баримтыг хадгаллаа.',
    removed: 'Баримтыг хаслаа.',
    tooLarge: 'Файл 1 MiB-ээс том байна. Жишээ, тайлбарыг нь багасгана уу.',
  },
  {
    title: 'OpenAPI',
    lead: 'Developers read and try the service by the document that you add here.',
    hint: 'OpenAPI 3.0 or 3.1 as a JSON file, at most 1 MiB. A $ref leads only inside the document. The paths of operations follow the address at the gateway.',
    none: 'No document has been added.',
    some: (title, version, operations) =>
      `“${title}”${version ? `, version ${version}` : ''}: ${operations} operations.`,
    uploaded: 'Added',
    upload: 'Choose a file',
    replace: 'Replace with another file',
    remove: 'Remove the document',
    removeTitle: 'Remove the document?',
    removeText: 'Developers will no longer see the operations of the service or try them.',
    see: 'The page that developers see',
    saved: 'The document has been saved.',
    removed: 'The document has been removed.',
    tooLarge: 'The file is larger than 1 MiB. Shorten its examples and descriptions.',
  },
);
