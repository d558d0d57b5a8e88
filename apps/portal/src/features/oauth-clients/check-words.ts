import type { RegistrationCheck } from '@tamga/client';
import { defineWords } from '../../i18n/words.ts';

type Item = RegistrationCheck['items'][number];

interface CheckWords {
  heading: string;
  lead: string;
  run: string;
  simulator: string;
  states: Record<Item['state'], string>;
  checks: Record<Item['check'], string>;
  /** What was found and what to do, by check and reason; without one the check is simply fine. */
  texts: Partial<Record<`${Item['check']}.${Item['reason']}`, (value: string) => string>>;
}

export const checkWords = defineWords<CheckWords>(
  {
    heading: 'Бүртгэлээ шалгах',
    lead: 'Түгээмэл алдааг хайна. Юу ч өөрчлөхгүй; зөвхөн гарсныг мэдэгдэх хаягийг нэг удаа дуудна.',
    run: 'Бүртгэлийг шалгах',
    simulator: 'Аппликейшн тань буруу хариуг үнэхээр хүлээж авдаггүйг симулятороор шалгах',
    states: { ok: 'Зөв', warning: 'Анхаар', problem: 'Засах' },
    checks: {
      enabled: 'Төлөв',
      redirect_uris: 'Буцах хаяг',
      post_logout: 'Гарсны дараа буцах хаяг',
      pkce: 'PKCE, nonce',
      back_channel: 'Гарсныг мэдэгдэх хаяг',
      sign_in: 'Сүүлийн нэвтрэлт',
      secret: 'Нууц түлхүүр',
      scopes: 'Хүссэн scope',
      problems: 'Татгалзсан хүсэлт',
    },
    texts: {
      'enabled.off': () => 'Аппликейшн хаалттай. «Тохиргоо» хэсэгт идэвхжүүлнэ үү.',
      'redirect_uris.loopback': (uri) =>
        `${uri} зөвхөн хөгжүүлэгчийн компьютерт ажиллана. Ашиглалтад оруулахын өмнө хасна уу.`,
      'post_logout.none': () => 'Гарсны дараа хүн аппликейшнд буцаж чадахгүй. Хаяг нэмнэ үү.',
      'pkce.waived': () =>
        'PKCE, nonce шаардахгүй байна. Аппликейшн аль нэгийг илгээж чаддаг болмогц буцааж асаана уу.',
      'back_channel.none': () => 'Бүртгээгүй: хүн өөр газраас гарахад аппликейшн мэдэхгүй.',
      'back_channel.unreachable': () =>
        'Хаяг 5 секундэд хариулсангүй эсвэл нийтийн сүлжээнд алга. Хаяг, галт хана, TLS гэрчилгээг шалгана уу.',
      'back_channel.status': (status) =>
        `POST хүсэлтэд ${status} гэж хариулав. Токенгүй хүсэлтэд 400 хариулах ёстой: хаяг болон нэвтрэлтийн шаардлагыг шалгана уу.`,
      'sign_in.fine': (at) => at,
      'sign_in.never': () => 'Сүүлийн 30 хоногт нэвтрэлт алга. «Туршиж үзэх» хэсгээр туршина уу.',
      'secret.ending': (at) =>
        `Хуучин түлхүүр ${at} хүртэл ажиллана. Бүх серверт шинийг тавьсан эсэхээ шалгана уу.`,
      'scopes.refused': (count) =>
        `Сүүлийн 7 хоногт олгоогүй scope хүссэн: ${count}. Доорх жагсаалтыг үзнэ үү.`,
      'problems.refused': (count) => `Сүүлийн 7 хоногт ${count} төрлийн алдаа. Доорх жагсаалтыг үзнэ үү.`,
    },
  },
  {
    heading: 'Check my registration',
    lead: 'Looks for the usual mistakes. It changes nothing, and calls only the address for sign-outs, once.',
    run: 'Check the registration',
    simulator: 'Prove with the simulator that your application refuses wrong answers',
    states: { ok: 'Good', warning: 'Look at this', problem: 'Mend this' },
    checks: {
      enabled: 'State',
      redirect_uris: 'Redirect URIs',
      post_logout: 'Return after signing out',
      pkce: 'PKCE or nonce',
      back_channel: 'Address for sign-outs',
      sign_in: 'Last sign-in',
      secret: 'Secret',
      scopes: 'Requested scopes',
      problems: 'Refused requests',
    },
    texts: {
      'enabled.off': () => 'The application is off. Switch it on under Settings.',
      'redirect_uris.loopback': (uri) =>
        `${uri} works only on a developer’s computer. Remove it before you go live.`,
      'post_logout.none': () => 'After signing out nobody can return to the application. Add an address.',
      'pkce.waived': () =>
        'Neither PKCE nor a nonce is required. Require them again as soon as the application can send one.',
      'back_channel.none': () => 'Not registered: the application does not learn of sign-outs elsewhere.',
      'back_channel.unreachable': () =>
        'It did not answer within 5 seconds or is not on the public internet. Check the address, firewall and TLS certificate.',
      'back_channel.status': (status) =>
        `It answered ${status} to a POST. Without a token it should answer 400: check the address, and that it asks for no sign-in.`,
      'sign_in.fine': (at) => at,
      'sign_in.never': () => 'Nobody signed in during the last 30 days. Use “Try a sign-in”.',
      'secret.ending': (at) =>
        `The old secret works until ${at}. Make sure that every server has the new one.`,
      'scopes.refused': (count) =>
        `Scopes that it does not hold were asked for in the last 7 days: ${count}. See the list below.`,
      'problems.refused': (count) => `Kinds of problems in the last 7 days: ${count}. See the list below.`,
    },
  },
);
