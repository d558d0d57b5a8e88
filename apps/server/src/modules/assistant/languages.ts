import type { Language } from '../../kernel/http/language.ts';

/** Languages of replies; published texts exist in the first two. */
export const langs = ['mn', 'en', 'zh', 'ru'] as const;
export type Lang = (typeof langs)[number];

export const publishedIn = (lang: Lang): Language => (lang === 'mn' ? 'mn' : 'en');

type Texts = Readonly<Record<Lang, string>>;

/** The name by which a model knows the language. */
export const languageNames: Texts = {
  mn: 'Mongolian, in Cyrillic script',
  en: 'English',
  zh: 'Chinese, in simplified characters',
  ru: 'Russian',
};

/** What the assistant says without a model. */
export const texts = {
  noModel: {
    mn: 'Хэлний загвар холбогдоогүй тул нийтлэгдсэн мэдээллээс хамгийн ойрыг нь шууд ишлэв.',
    en: 'No language model is connected, so these are the closest published texts.',
    zh: '未连接语言模型，以下是最接近的已发布内容。',
    ru: 'Языковая модель не подключена, поэтому ниже — ближайшие опубликованные тексты.',
  },
  modelFailed: {
    mn: 'Туслах одоогоор хариу бэлтгэж чадсангүй. Нийтлэгдсэн мэдээллээс хамгийн ойр нь:',
    en: 'The assistant could not prepare an answer just now. The closest published texts are:',
    zh: '助手暂时无法生成回答。最接近的已发布内容如下：',
    ru: 'Помощник сейчас не смог подготовить ответ. Ближайшие опубликованные тексты:',
  },
  budgetSpent: {
    mn: 'Өнөөдрийн асуултын хэмжээ дууссан. Нийтлэгдсэн мэдээллээс хамгийн ойр нь:',
    en: 'The daily allowance of answers is used up. The closest published texts are:',
    zh: '今日的回答额度已用完。最接近的已发布内容如下：',
    ru: 'Дневной лимит ответов исчерпан. Ближайшие опубликованные тексты:',
  },
  unproven: {
    mn: 'Нийтлэгдсэн мэдээллээр батлагдсан хариулт олдсонгүй. Хамгийн ойр нь:',
    en: 'No answer could be backed by a published text. The closest texts are:',
    zh: '没有能以已发布内容证实的回答。最接近的内容如下：',
    ru: 'Не нашлось ответа, подтверждённого опубликованным текстом. Ближайшие тексты:',
  },
  nothingFound: {
    mn: 'Энэ асуултад тохирох нийтлэгдсэн мэдээлэл олдсонгүй. Асуултаа өөрөөр бичиж үзнэ үү, эсвэл үйлчилгээний байгууллагад хандана уу.',
    en: 'Nothing published matches this question. Try other words, or contact the agency of the service.',
    zh: '没有与此问题相符的已发布内容。请换种说法，或联系相关机构。',
    ru: 'По этому вопросу ничего не опубликовано. Попробуйте другие слова или обратитесь в учреждение.',
  },
  leftOut: {
    mn: 'Нийтлэгдсэн мэдээллээр батлагдаагүй зарим зүйлийг орхив.',
    en: 'Details that no published text confirms were left out.',
    zh: '未经已发布内容证实的细节已省略。',
    ru: 'Подробности, не подтверждённые опубликованными текстами, опущены.',
  },
  broken: {
    mn: 'Хариулт тасарлаа. Дахин асууна уу.',
    en: 'The answer broke off. Ask again.',
    zh: '回答中断，请重新提问。',
    ru: 'Ответ прервался. Спросите ещё раз.',
  },
} as const satisfies Record<string, Texts>;
