import { defineWords } from '../../i18n/words.ts';
import type { Advice } from './problem-advice.ts';

interface ProblemWords {
  lead: string;
  empty: string;
  emptyText: string;
  times(count: number): string;
  last: string;
  first: string;
  endpoints: Record<string, string>;
  advice: Record<Advice, string>;
}

export const problemWords = defineWords<ProblemWords>(
  {
    lead: 'Тамга энэ аппликейшны хүсэлтээс татгалзсан тохиолдлууд, сүүлийн 30 хоногт. Ихэнх аппликейшн энэ шалтгааныг хэрэглэгчид харуулдаггүй.',
    empty: 'Алдаа бүртгэгдээгүй байна',
    emptyText: 'Сүүлийн 30 хоногт татгалзсан хүсэлт алга.',
    times: (count) => `${count} удаа`,
    last: 'Сүүлд',
    first: 'Анх',
    endpoints: {
      authorization: 'Нэвтрэх хүсэлт (/oauth2/auth)',
      par: 'Урьдчилсан хүсэлт (PAR)',
      token: 'Токен (/oauth2/token)',
      userinfo: '/userinfo',
      logout: 'Гарах (/oauth2/sessions/logout)',
      device_authorization: 'Төхөөрөмжийн код',
      backchannel_authentication: 'CIBA хүсэлт',
    },
    advice: {
      pkce: 'Аппликейшн PKCE илгээсэнгүй. Сангийнхаа тохиргоонд PKCE (S256)-г асаана уу: нууц түлхүүргүй аппликейшнд заавал хэрэгтэй.',
      nonce:
        'Аппликейшн PKCE, nonce хоёрын алийг ч илгээсэнгүй. Сангийнхаа тохиргоонд аль нэгийг нь асаана уу. Боломжгүй бол администраторт хандана уу.',
      redirect:
        'Илгээсэн буцах хаяг бүртгэсэнтэй тэмдэгт бүрээр таарахгүй байна. Яг ижил хаягийг «Тохиргоо» хэсэгт нэмнэ үү: http/https, порт, төгсгөлийн / тэмдгийг шалгана.',
      secret:
        'Нууц түлхүүр буруу, хугацаа нь дууссан, эсвэл зөвшөөрөөгүй аргаар илгээсэн байна. Түлхүүрийг дахин тавьж, «Нууц түлхүүрийг хэрхэн илгээх вэ» тохиргоог шалгана уу.',
      method:
        'Аппликейшн бүртгэснээс өөр аргаар өөрийгөө баталсан. Нийтийн түлхүүр (JWKS) бүртгэсэн бол private_key_jwt, үгүй бол нууц түлхүүр хэрэглэнэ.',
      assertion:
        'client_assertion-ы aud, гарын үсэг, эсвэл хугацаа буруу байна. aud нь зөвхөн issuer хаяг байх ёстой.',
      responseType: 'Тамга зөвхөн response_type=code дэмждэг. Сангийнхаа тохиргоонд code-г сонгоно уу.',
      responseMode:
        'Энэ төрлийн аппликейшн ийм response_mode хэрэглэж болохгүй. query хэрэглэнэ; form_post зөвхөн сервертэй вебд.',
      scope:
        'Аппликейшнд олгоогүй scope хүссэн байна. Хүсэлтээс хасах, эсвэл үйлчилгээг «Тохиргоо» хэсэгт нэмнэ үү.',
      codeExpired:
        'Кодыг 1 минутын дотор токеноор солих ёстой. Серверийн цаг, буцах хуудасны хурдыг шалгана уу.',
      codeUsed:
        'Код нэг л удаа ажиллана. Буцах хуудсыг дахин ачаалсан, эсвэл хүсэлтийг давтан илгээсэн байж болно.',
      codeRedirect: 'Токен авахдаа нэвтрэх хүсэлтэд илгээсэнтэй яг ижил redirect_uri илгээнэ.',
      verifier:
        'code_verifier нь code_challenge-тай таарсангүй. Хүсэлт бүрд шинээр үүсгэж, хөтчийн сессэд хадгална уу.',
      refresh:
        'Сэргээх токен хүчингүй. Шинэчлэх бүрд шинэ токен ирдэг: хамгийн сүүлийнхийг хадгалж, хүнээс дахин нэвтрэхийг асууна уу.',
      dpop: 'DPoP баталгаа дутуу эсвэл буруу. Энэ аппликейшны токен түлхүүрт холбогдсон тул хүсэлт бүрд DPoP толгой хэрэгтэй.',
      par: 'Энэ аппликейшн хүсэлтээ урьдчилан илгээх (PAR) ёстой. Сангийнхаа тохиргоонд PAR-г асаана уу.',
      grant: 'Энэ аппликейшнд ийм grant олгоогүй байна. Шаардлагатай бол администраторт хандана уу.',
      logoutUri:
        'post_logout_redirect_uri бүртгэлгүй байна. «Гарсны дараа буцах хаягууд» хэсэгт яг ижил хаягийг нэмнэ үү.',
      logoutHint: 'id_token_hint танигдсангүй. Тамгаас авсан id_token-ыг өөрчлөлгүй илгээнэ үү.',
      token: 'Хүчинтэй токен илгээсэнгүй. Токен 1 цаг ажиллана; Authorization: Bearer толгойгоор илгээнэ.',
    },
  },
  {
    lead: 'Requests of this application that Tamga refused in the last 30 days. Most applications do not show the reason to anybody.',
    empty: 'No problems',
    emptyText: 'No request was refused in the last 30 days.',
    times: (count) => (count === 1 ? 'once' : `${count} times`),
    last: 'Last',
    first: 'First',
    endpoints: {
      authorization: 'Sign-in request (/oauth2/auth)',
      par: 'Pushed request (PAR)',
      token: 'Token (/oauth2/token)',
      userinfo: '/userinfo',
      logout: 'Sign-out (/oauth2/sessions/logout)',
      device_authorization: 'Device code',
      backchannel_authentication: 'CIBA request',
    },
    advice: {
      pkce: 'The application sent no PKCE. Switch PKCE (S256) on in your library: an application without a secret always needs it.',
      nonce:
        'The application sent neither PKCE nor a nonce. Switch one of them on in your library. If it can send neither, ask an administrator.',
      redirect:
        'The redirect URI that was sent is not registered character for character. Add exactly that address under Settings: check http or https, the port and a slash at the end.',
      secret:
        'The secret is wrong, has ended, or was sent in a way that is not allowed. Set the secret again, and look at “How the secret is sent”.',
      method:
        'The application proved itself in another way than registered. With registered public keys (JWKS) use private_key_jwt, otherwise the secret.',
      assertion:
        'The audience, signature or time of the client assertion is wrong. Its aud must be the issuer alone.',
      responseType: 'Tamga supports response_type=code only. Choose it in your library.',
      responseMode:
        'An application of this type cannot use this response_mode. Use query; form_post is for web applications with a server.',
      scope:
        'It asked for a scope that it does not hold. Leave the scope out, or grant the service under Settings.',
      codeExpired:
        'A code must be exchanged within one minute. Check the clock of your server and how long your callback takes.',
      codeUsed: 'A code works once. Your callback was probably reloaded, or the request was sent twice.',
      codeRedirect: 'Send the same redirect_uri to the token endpoint as in the sign-in request.',
      verifier:
        'The code_verifier does not match the code_challenge. Make a new one for each request and keep it in the session of the browser.',
      refresh:
        'The refresh token is not valid. Each refresh returns a new one: keep the latest, and ask the person to sign in again.',
      dpop: 'The DPoP proof is missing or wrong. Tokens of this application are bound to a key, so each request needs a DPoP header.',
      par: 'This application must push its requests (PAR). Switch PAR on in your library.',
      grant: 'This application does not hold this grant. Ask an administrator if it needs it.',
      logoutUri:
        'The post_logout_redirect_uri is not registered. Add exactly that address under “Where people may return after signing out”.',
      logoutHint: 'The id_token_hint was not recognised. Send the id_token of Tamga unchanged.',
      token: 'No valid token was sent. A token is good for an hour; send it as Authorization: Bearer.',
    },
  },
);
