import { defineWords } from '../../i18n/words.ts';

export const invitationWords = defineWords(
  {
    title: 'Байгууллагын урилга',
    lead: (name: string, organisation: string) =>
      `${name}, таныг «${organisation}» байгууллагад урьсан байна.`,
    organisation: 'Байгууллага',
    regNo: 'Регистрийн дугаар',
    role: 'Таны үүрэг',
    roles: { owner: 'Эзэмшигч', admin: 'Админ', member: 'Гишүүн' },
    unproven: 'Төлөөлөх эрхээ нотлоогүй байгууллага. Таньж мэдэх байгууллага мөн эсэхийг шалгаарай.',
    meansHeading: 'Хүлээн авбал',
    means: {
      owner: [
        'Та байгууллагын эзэмшигч болж, хүн урьж, хасаж, үүргийг нь өөрчилнө.',
        'Таны нэр, имэйл хаяг байгууллагын гишүүдэд харагдана.',
        'Хүлээн авсан тань аудитын бүртгэлд үлдэнэ. Өөр эзэмшигч үлдэж байвал та гарч болно.',
      ],
      admin: [
        'Та байгууллагын админ болж, хүн урьж, хасаж, үүргийг нь өөрчилнө.',
        'Таны нэр, имэйл хаяг байгууллагын гишүүдэд харагдана.',
        'Хүлээн авсан тань аудитын бүртгэлд үлдэнэ. Та хүссэн үедээ гарч болно.',
      ],
      member: [
        'Та байгууллагын нэрийн өмнөөс үйлчилгээ авч чадна.',
        'Таны нэр, имэйл хаяг байгууллагын гишүүдэд харагдана.',
        'Хүлээн авсан тань аудитын бүртгэлд үлдэнэ. Та хүссэн үедээ гарч болно.',
      ],
    },
    careHeading: 'Хүлээн авахаасаа өмнө',
    care: 'Танихгүй байгууллага, хүлээж байгаагүй урилга бол хаагаад орхи: 14 хоногийн дараа хүчингүй болно.',
    accept: 'Урилгыг хүлээн авах',
    decline: 'Одоо биш',
    acceptedTitle: (name: string, role: string) => `Та «${name}» байгууллагад нэгдлээ: ${role}`,
    toOrganisation: 'Байгууллагын хуудас руу очих',
    goneTitle: 'Энэ урилга хүчингүй',
    goneText:
      'Холбоос буруу, хугацаа нь дууссан, цуцлагдсан, эсвэл аль хэдийн ашигласан байна. Урьсан хүнээсээ шинэ урилга хүснэ үү.',
    toOrganisations: 'Миний байгууллагууд',
  },
  {
    title: 'Invitation to an organisation',
    lead: (name, organisation) => `${name}, you are invited to “${organisation}”.`,
    organisation: 'Organisation',
    regNo: 'Register number',
    role: 'Your role',
    roles: { owner: 'Owner', admin: 'Administrator', member: 'Member' },
    unproven: 'Nobody has proved that they represent this organisation. Check that you know it.',
    meansHeading: 'If you accept',
    means: {
      owner: [
        'You become an owner: you invite and remove people and change their roles.',
        'Members of the organisation see your name and e-mail address.',
        'The audit log keeps that you accepted. You can leave while another owner remains.',
      ],
      admin: [
        'You become an administrator: you invite and remove people and change their roles.',
        'Members of the organisation see your name and e-mail address.',
        'The audit log keeps that you accepted. You can leave whenever you want.',
      ],
      member: [
        'You can use services for the organisation.',
        'Members of the organisation see your name and e-mail address.',
        'The audit log keeps that you accepted. You can leave whenever you want.',
      ],
    },
    careHeading: 'Before you accept',
    care: 'If you do not know the organisation or did not expect this, close the page: the invitation lapses after 14 days.',
    accept: 'Accept the invitation',
    decline: 'Not now',
    acceptedTitle: (name, role) => `You have joined “${name}” as: ${role}`,
    toOrganisation: 'Go to the organisation',
    goneTitle: 'This invitation is not valid',
    goneText:
      'The link is wrong, out of date, withdrawn or already used. Ask the person who invited you for a new invitation.',
    toOrganisations: 'My organisations',
  },
);
