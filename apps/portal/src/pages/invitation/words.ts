import { defineWords } from '../../i18n/words.ts';

export const invitationWords = defineWords(
  {
    title: 'Байгууллагын админы урилга',
    lead: (name: string) => `${name}, таныг байгууллагын админ болгохоор урьсан байна.`,
    meansHeading: 'Хүлээн авбал',
    means: [
      'Та байгууллагын админ болж, гишүүн нэмж, хасаж, үүргийг нь өөрчилнө.',
      'Таны нэр байгууллагын гишүүдэд харагдана.',
      'Хүлээн авсан тань аудитын бүртгэлд үлдэнэ. Гишүүнчлэлээ хүссэн үедээ орхиж болно.',
    ],
    careHeading: 'Хүлээн авахаасаа өмнө',
    care: 'Аль байгууллагаас ирснийг и-мэйлээсээ хараарай. Хүлээж байгаагүй урилга бол хаагаад орхи: 14 хоногийн дараа хүчингүй болно.',
    accept: 'Урилгыг хүлээн авах',
    decline: 'Одоо биш',
    acceptedTitle: (name: string) => `Та «${name}» байгууллагын админ боллоо`,
    acceptedText: 'Одоо байгууллагынхаа хуудсан дээр гишүүдээ нэмж болно.',
    toOrganisation: 'Байгууллагын хуудас руу очих',
    goneTitle: 'Энэ урилга хүчингүй',
    goneText:
      'Холбоос буруу, хугацаа нь дууссан, эсвэл аль хэдийн ашигласан байна. Урьсан хүнээсээ шинэ урилга хүснэ үү.',
    toOrganisations: 'Миний байгууллагууд',
    failed: 'Хүлээн авч чадсангүй',
  },
  {
    title: 'Invitation to administer an organisation',
    lead: (name) => `${name}, you are invited to become an administrator of an organisation.`,
    meansHeading: 'If you accept',
    means: [
      'You become an administrator: you add and remove members and change their roles.',
      'Members of the organisation see your name.',
      'The audit log keeps that you accepted. You can leave the organisation whenever you want.',
    ],
    careHeading: 'Before you accept',
    care: 'See in your e-mail which organisation it came from. If you did not expect it, close this page: it lapses after 14 days.',
    accept: 'Accept the invitation',
    decline: 'Not now',
    acceptedTitle: (name) => `You are now an administrator of “${name}”`,
    acceptedText: 'You can add members on the page of the organisation.',
    toOrganisation: 'Go to the organisation',
    goneTitle: 'This invitation is not valid',
    goneText: 'The link is wrong, out of date or already used. Ask whoever invited you for a new invitation.',
    toOrganisations: 'My organisations',
    failed: 'It could not be accepted',
  },
);
