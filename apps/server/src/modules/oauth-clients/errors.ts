import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  redirect_uri_required: {
    status: 400,
    mn: 'Хэрэглэгч нэвтрээд буцах хаяг (redirect URI) дор хаяж нэг байх ёстой.',
    en: 'Give at least one redirect URI: the address people return to after signing in.',
  },
  invalid_redirect_uri: {
    status: 400,
    mn: 'Буцах хаяг https байх ёстой; http зөвхөн localhost дээр, өөрийн схем зөвхөн native аппад (mn.example.app:/callback). Фрагмент, од тэмдэг, нэвтрэх нэр оруулахгүй.',
    en: 'A redirect URI must be https; http only on loopback, a private scheme only for native applications and in reverse-domain form (mn.example.app:/callback). No fragment, wildcard or user name.',
  },
  public_client_has_no_secret: {
    status: 400,
    mn: 'Энэ аппликейшн нууц түлхүүргүй: PKCE эсвэл өөрийн түлхүүрээр баталгаажна.',
    en: 'This application has no secret: it uses PKCE or its own key instead.',
  },
  app_type_fixed: {
    status: 400,
    mn: 'Нууцтай аппликейшныг нууцгүй болгох, эсвэл эсрэгээр өөрчлөх боломжгүй. Шинээр бүртгэнэ үү.',
    en: 'An application with a secret cannot become one without a secret, or the reverse. Register a new one.',
  },
  invalid_option: {
    status: 422,
    mn: 'Энэ тохиргоог ийм төрлийн аппликейшнд хэрэглэх боломжгүй, эсвэл утга нь буруу. data.field-ийг үзнэ үү.',
    en: 'This option does not fit the type of application, or its value cannot be used. See data.field.',
  },
  administrator_required: {
    status: 403,
    mn: 'Энэ аппликейшнд зөвхөн администраторын олгодог эрх байна, эсвэл та ийм эрх нэмж байна. Үүнийг администратор өөрчилнө.',
    en: 'This application has, or would get, a power that only an administrator gives. Ask an administrator to make this change.',
  },
  reserved_name: {
    status: 422,
    mn: 'Энэ нэр платформ эсвэл төрийн байгууллагын нэртэй адил, эсвэл андуурагдахаар байна. Өөр нэр сонгоно уу.',
    en: 'This is the name of the platform or of an authority, or looks like one. Choose another name.',
  },
  code_exists: {
    status: 409,
    mn: 'Ийм нэртэй үйлчилгээ байна. Өөр нэр сонгоно уу.',
    en: 'A service with this name or scope already exists. Choose another name.',
  },
  private_address: {
    status: 422,
    mn: 'Энэ хаяг нийтийн сүлжээнд байхгүй. Дотоод сүлжээг тохиргоонд нэмүүлэхээр операторт хандана уу: үйлчилгээнд GATEWAY_ALLOWED_NETWORKS, аппликейшнд APPLICATIONS_ALLOWED_NETWORKS.',
    en: 'This address is not on the public internet. Ask an operator to add its network to the settings first: GATEWAY_ALLOWED_NETWORKS for services, APPLICATIONS_ALLOWED_NETWORKS for applications.',
  },
  platform_address: {
    status: 422,
    mn: 'platform.internal нь платформын өөрийн хаяг: үүнийг зөвхөн платформын үйлчилгээ (tools, eid-sign, eid-proxy, eid-org-proxy) өөрийн замаар хэрэглэнэ, эдгээр үйлчилгээ өөр хаягт шилжихгүй.',
    en: 'platform.internal is the platform itself: only its own services (tools, eid-sign, eid-proxy, eid-org-proxy) use it, each with its own path, and they use no other address.',
  },
  invalid_host: {
    status: 422,
    mn: 'host талбарт зөвхөн нэр эсвэл IP хаяг бичнэ: порт, зам, схемгүй.',
    en: 'The host must be a name or an IP address alone, without scheme, port or path.',
  },
});
