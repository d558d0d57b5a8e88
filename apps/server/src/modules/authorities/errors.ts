import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  authority_exists: {
    status: 409,
    mn: 'Ийм нэртэй байгууллага бүртгэлтэй байна. Тэр бүртгэлийг ашиглана уу.',
    en: 'An authority of this name exists. Use that record.',
  },
  authority_in_use: {
    status: 409,
    mn: 'Энэ байгууллагад үйлчилгээ, хүсэлт, эсвэл ажилтан харьяалагдаж байна. Эхлээд тэдгээрийг өөр байгууллагад шилжүүлнэ үү.',
    en: 'Services, applications or staff belong to this authority. Move them to another authority first.',
  },
  cases_unattended: {
    status: 409,
    mn: 'Ингэвэл байгууллагын хүлээгдэж буй хүсэлтийг шийдвэрлэх ажилтан үлдэхгүй, зөвхөн администратор харна. Эхлээд өөр ажилтан томилно уу, эсвэл администратор баталгаажуулна.',
    en: 'No officer would be left for the waiting cases of the authority: only administrators would see them. Add another officer first, or let an administrator confirm this.',
  },
  authority_unattended: {
    status: 409,
    mn: 'Энэ байгууллагад хүсэлт шийдвэрлэх ажилтан алга, тиймээс хүсэлтийг зөвхөн администратор харна. Эхлээд ажилтан томилно уу, эсвэл администратор баталгаажуулна.',
    en: 'The authority has no officer, so only administrators would see the cases of this service. Add an officer first, or let an administrator confirm this.',
  },
});
