import { defineWords } from '../../i18n/words.ts';

export const optionWords = defineWords(
  {
    groups: {
      proof: 'Аппликейшн өөрийгөө батлах',
      request: 'Нэвтрэх хүсэлт',
      data: 'Аппликейшнд очих мэдээлэл',
      signOut: 'Гарах',
      grants: 'Нэмэлт эрх',
      tools: 'Туслахын хэрэгсэл',
    },
    secretMethod: 'Нууц түлхүүрийг хэрхэн илгээх вэ',
    secretMethodHint: 'Ихэнх сан хоёрын аль нэгийг өөрөө сонгоно. Шаардлагагүй бол бүү хязгаарла.',
    secretMethods: {
      '': 'Хоёрын аль нэгээр',
      client_secret_basic: 'Зөвхөн Authorization толгойгоор (client_secret_basic)',
      client_secret_post: 'Зөвхөн хүсэлтийн биед (client_secret_post)',
    },
    binding: 'Токеныг юунд холбох вэ',
    bindingHint: 'Холбосон токеныг хулгайлсан ч өөр газар ажиллахгүй.',
    bindings: {
      '': 'Юунд ч холбохгүй',
      dpop: 'Аппликейшны түлхүүрт (DPoP)',
      certificate: 'TLS гэрчилгээнд (mTLS)',
    },
    pkce: 'PKCE эсвэл nonce шаардах',
    pkceHints: {
      waivable:
        'Хулгайлагдсан кодыг өөр хүн ашиглахаас хамгаална. Аль алиныг нь илгээж чаддаггүй хуучин аппликейшнд л болиулна уу. Болиулсан аппликейшн «Сул» гэсэн тэмдэгтэй болно.',
      administrator:
        'Зөвхөн администратор болиулж чадна. PKCE, nonce хоёрын алийг ч илгээж чаддаггүй аппликейшн бол түүнд хандана уу.',
      always:
        'Нууц түлхүүргүй аппликейшнд PKCE, өөрийн түлхүүртэй аппликейшнд PKCE эсвэл nonce үргэлж шаардана.',
    },
    profile: 'Аюулгүй байдлын түвшин',
    profiles: {
      '': 'Ердийн',
      fapi2: 'FAPI 2.0',
      fapi2_message_signing: 'FAPI 2.0, мессежийн гарын үсэгтэй',
    },
    profileHints: {
      '': 'FAPI 2.0 нь мөнгө, эрүүл мэндийн мэдээлэлтэй ажилладаг аппликейшнд зориулсан хатуу дүрэм.',
      fapi2:
        'Асаахад: хүсэлтийг урьдчилан илгээнэ (PAR), токеныг түлхүүр эсвэл гэрчилгээнд холбоно, аппликейшн өөрийн түлхүүрээр батална, id_token RS256-аар зурагдахгүй, буцах хаяг https байна.',
      fapi2_message_signing:
        'FAPI 2.0-ийн бүх дүрэм дээр нэмээд нэвтрэх хүсэлт, хариу хоёулаа гарын үсэгтэй байна.',
    },
    profileKey: 'FAPI 2.0-д PS256, ES256 эсвэл EdDSA нийтийн түлхүүр заавал хэрэгтэй.',
    profileUri: 'FAPI 2.0-д буцах хаяг https байх ёстой.',
    byProfile: 'Сонгосон түвшин үүнийг асаасан.',
    idTokenClaims: 'Нэр, имэйл, ge_id-г id_token-д бас оруулах',
    idTokenClaimsHint:
      'Болиулбал эдгээрийг зөвхөн /userinfo-оос авна (OpenID Connect стандартын ёсоор). Зарим аппликейшн зөвхөн id_token уншдаг.',
    alg: 'id_token-ы гарын үсгийн алгоритм',
    algHint: 'RS256-г бүх сан шалгаж чадна. ES256 хамгийн хурдан.',
    grantNames: {
      device_code: 'Гаргүй төхөөрөмж (device flow)',
      ciba: 'Утсанд шууд хүсэлт илгээх (CIBA)',
      token_exchange: 'Токен солих (RFC 8693)',
    },
    grantHints: {
      device_code: 'Зурагт, киоск: дэлгэцэд код гарч, хүн утсаараа баталгаажуулна.',
      ciba: 'Аппликейшн хөтөчгүйгээр хүсэлт илгээж, хүний утас дуугарна.',
      token_exchange: 'Гарцын цаадах үйлчилгээ иргэний токеныг өөр үйлчилгээний токеноор солино.',
    },
    tools: 'Аппликейшн өөрийн токеноор дуудаж болох хэрэгсэл',
    toolsHint:
      'Зөвхөн администратор нэрлэнэ. «tools» үйлчилгээг бас олгосон байх ёстой. Нэрлээгүй хэрэгсэл нээгдэхгүй.',
    toolsUntil: (day: string) => `Эрх ${day} хүртэл хүчинтэй. Зөвхөн администратор өөрчилнө.`,
    toolsDays: 'Эрхийн хугацаа',
    toolsDaysOf: {
      '': 'Хэвээр, шинэ эрх бол 90 хоног',
      '7': '7 хоног',
      '30': '30 хоног',
      '90': '90 хоног',
      '365': '1 жил',
    },
    grantsHint: 'Зөвхөн администратор олгоно. Хэрэгтэй аппликейшнд л олгоно уу.',
    exchangeFrom: 'Аль аппликейшнуудын токеныг солих',
    exchangeFromHint:
      'Client id-г мөр бүрд нэгээр бичнэ. Энэ аппликейшн зөвхөн тэдгээрийн токеныг солино; хоосон бол юу ч солихгүй.',
    notification: 'CIBA хариуг мэдэгдэх хаяг',
    notificationHint: 'Хоосон бол аппликейшн өөрөө асууж байна (poll). Хаяг өгвөл Тамга мэдэгдэнэ (ping).',
  },
  {
    groups: {
      proof: 'How the application proves itself',
      request: 'The sign-in request',
      data: 'What the application receives',
      signOut: 'Signing out',
      grants: 'Further grants',
      tools: 'Assistants’ tools',
    },
    secretMethod: 'How the secret is sent',
    secretMethodHint: 'Most libraries choose one of the two by themselves. Narrow it only if you have to.',
    secretMethods: {
      '': 'Either way',
      client_secret_basic: 'Only in the Authorization header (client_secret_basic)',
      client_secret_post: 'Only in the request body (client_secret_post)',
    },
    binding: 'What tokens are bound to',
    bindingHint: 'A stolen token that is bound is of no use elsewhere.',
    bindings: {
      '': 'Nothing',
      dpop: 'A key of the application (DPoP)',
      certificate: 'Its TLS certificate (mTLS)',
    },
    pkce: 'Require PKCE or a nonce',
    pkceHints: {
      waivable:
        'It stops somebody else from using a stolen code. Waive it only for old software that can send neither. Such an application is marked as weak.',
      administrator: 'Only an administrator can waive this. Ask one if your application can send neither.',
      always: 'Without a secret an application always sends PKCE; with its own key, PKCE or a nonce.',
    },
    profile: 'Security profile',
    profiles: {
      '': 'Standard',
      fapi2: 'FAPI 2.0',
      fapi2_message_signing: 'FAPI 2.0 with message signing',
    },
    profileHints: {
      '': 'FAPI 2.0 is a stricter set of rules for applications that handle money or health data.',
      fapi2:
        'It switches on: pushed requests (PAR), tokens bound to a key or certificate, proof by the application’s own key, id_tokens not signed with RS256, https redirect URIs only.',
      fapi2_message_signing: 'All of FAPI 2.0, and the sign-in request and its answer are both signed.',
    },
    profileKey: 'FAPI 2.0 needs public keys here, for PS256, ES256 or EdDSA.',
    profileUri: 'With FAPI 2.0 a redirect URI must be https.',
    byProfile: 'Switched on by the security profile.',
    idTokenClaims: 'Put names, email and ge_id into the id_token too',
    idTokenClaimsHint:
      'Switched off, they come from /userinfo only, as OpenID Connect says. Some applications read the id_token alone.',
    alg: 'Signature of the id_token',
    algHint: 'Every library can check RS256. ES256 is the fastest.',
    grantNames: {
      device_code: 'Screens without a keyboard (device flow)',
      ciba: 'Ask on the person’s phone (CIBA)',
      token_exchange: 'Exchange tokens (RFC 8693)',
    },
    grantHints: {
      device_code: 'A television or kiosk shows a code, and the person confirms it on a phone.',
      ciba: 'The application asks without a browser, and the person’s phone rings.',
      token_exchange: 'A service behind the gateway exchanges a citizen’s token for one of another service.',
    },
    tools: 'Tools that tokens of the application itself may call',
    toolsHint:
      'Only an administrator names them. The application also needs the service “tools”. It opens no tool that is not named.',
    toolsUntil: (day: string) => `The right ends on ${day}. Only an administrator changes it.`,
    toolsDays: 'Time of the right',
    toolsDaysOf: {
      '': 'Unchanged, 90 days if it is new',
      '7': '7 days',
      '30': '30 days',
      '90': '90 days',
      '365': '1 year',
    },
    grantsHint: 'Only an administrator gives these. Give them only where they are needed.',
    exchangeFrom: 'Applications whose tokens it exchanges',
    exchangeFromHint:
      'One client id per line. This application can exchange only their tokens; if the list is empty, none.',
    notification: 'Address to notify of a CIBA decision',
    notificationHint:
      'Empty: the application asks by itself (poll). With an address, Tamga notifies it (ping).',
  },
);
