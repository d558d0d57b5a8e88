/**
 * Words of the shell, which every page loads; a page's words lie beside it (`words.ts`). Mongolian is the first
 * language: this file decides which words exist, and en.ts does not compile if one is missing.
 */
export const mn = {
  brand: { name: 'Тамга', line: 'Төрийн цахим үйлчилгээ' },
  shell: {
    skipToContent: 'Үндсэн хэсэг рүү очих',
    signIn: 'Нэвтрэх',
    scheme: { light: 'Цайвар', dark: 'Бараан', auto: 'Төхөөрөмжийнхөөр' },
    schemeLabel: (now: string, next: string) => `Өнгө: ${now}. ${next} болгох`,
    userMenu: (name: string) => `${name}, хэрэглэгчийн цэс`,
    home: 'Миний хуудас',
    signOut: 'Гарах',
    signingOut: 'Гарч байна…',
    signOutFailed: 'Гарч чадсангүй. Холболтоо шалгаад дахин оролдоно уу.',
    loading: 'Ачаалж байна…',
    footer: 'Нэвтрэлтийг үндэсний eID-ээр баталгаажуулна. Энэ сайт нууц үг, PIN код хэзээ ч асуухгүй.',
    rights: 'Тамга платформ',
    visitorLinks: 'Үндсэн хуудас',
    footerLinks: 'Сайтын тухай',
    services: 'Үйлчилгээ',
    verify: 'Шалгах',
    help: 'Тусламж',
    contact: 'Холбоо барих',
    status: 'Системийн төлөв',
    privacy: 'Хувийн мэдээлэл',
    accessibility: 'Хүртээмж',
    terms: 'Ашиглах нөхцөл',
    openData: 'Нээлттэй өгөгдөл',
    developers: 'Хөгжүүлэгчдэд',
    ulaanbaatar: 'Улаанбаатарын',
    timeZone: (zone: string) => `Бүх огноо, цаг нь ${zone} цагаар.`,
  },
  session: {
    title: 'Таны нэвтрэлт удахгүй дуусна',
    text: (left: string) => `${left} дараа системээс автоматаар гарна. Үргэлжлүүлэх үү?`,
    extend: 'Үргэлжлүүлэх',
    signOut: 'Гарах',
    failed: 'Сунгаж чадсангүй. Дахин оролдоно уу.',
  },
  errors: {
    notFoundTitle: 'Хуудас олдсонгүй',
    notFoundText: 'Хаяг буруу эсвэл хуудас зөөгдсөн байж магадгүй.',
    toLanding: 'Нүүр хуудас руу очих',
    toHelp: 'Тусламжаас хайх',
    crashTitle: 'Хуудсыг харуулж чадсангүй',
    crashText: 'Алдаа гарлаа. Хуудсаа шинэчилж үзнэ үү.',
    offlineTitle: 'Холболт алга',
    offlineText: 'Энэ хуудас хараахан ачаалагдаагүй байна. Холболт сэргэмэгц өөрөө гарч ирнэ.',
    reload: 'Хуудсыг шинэчлэх',
    unavailableTitle: 'Түр ажиллахгүй байна',
    unavailableText: 'Серверээс хариу ирсэнгүй. Холболтоо шалгаад дахин оролдоно уу.',
    retry: 'Дахин оролдох',
    reference: 'Лавлах дугаар',
  },
  time: {
    /** The form before "дараа", as in "30 секундын дараа". */
    inSeconds: (count: number) => `${count} секундын`,
    inMinutes: (count: number) => `${count} минутын`,
  },
};

export type Dictionary = typeof mn;
