import type { Topic, TopicKey } from './topic.ts';

export const topicsEn: Record<TopicKey, Topic> = {
  'cannot-sign-in': {
    title: 'I cannot sign in',
    summary: 'What to try when the phone does not answer, the time runs out, or the sign-in is refused.',
    also: 'login log in PIN QR code locked blocked account expired certificate error',
    parts: [
      {
        title: 'Try this first',
        steps: [
          'Open the eID app on your phone and check that it is connected to the internet.',
          'Reload the sign-in page and start again. A code works for a short time and only once.',
          'If the phone cannot scan the QR code, choose to send the request to your phone, and enter your register number in Cyrillic letters.',
          'Compare the code on the phone with the code on the screen, and confirm with PIN1.',
        ],
      },
      {
        title: 'Your PIN was wrong',
        text: [
          'We never see your PIN and cannot reset it. The eID app or your eID provider can.',
          'After several failed attempts the account is locked. It opens again after 15 minutes.',
        ],
      },
      {
        title: 'Your eID or certificate is not valid',
        text: [
          'Renew an expired certificate in the eID app. For a revoked one, ask your eID provider for a new eID.',
        ],
      },
      {
        title: 'Your account is closed',
        text: [
          'Only an administrator can open it again. Write to us, and quote the reference on the page if there is one.',
        ],
        links: [{ to: '/help/contact', label: 'Contact support' }],
      },
      {
        title: 'eID does not answer at all',
        text: ['That is not your mistake. The status page says whether there is a disruption.'],
        links: [{ to: '/status', label: 'Status of the platform' }],
      },
    ],
    see: ['no-eid', 'lost-phone'],
  },
  'no-eid': {
    title: 'I have no eID',
    summary: 'How to get one, and what you can do here without it.',
    also: 'electronic identity card get app register new foreigner',
    parts: [
      {
        title: 'How to get an eID',
        text: [
          'The eID is the identity card in your phone. You get it in person from the eID provider, where you show your identity card.',
          'There is no other account to create here. When you sign in for the first time, your account is made by itself.',
        ],
      },
      {
        title: 'What you can do without an eID',
        steps: [
          'Read about every service: what it costs, how long it takes, which papers you need.',
          'Verify a document that you were given.',
          'Check the signatures in a PDF file.',
          'Write to support.',
        ],
        links: [
          { to: '/services', label: 'Read about services' },
          { to: '/verify', label: 'Verify a document' },
          { to: '/help/contact', label: 'Contact support' },
        ],
      },
      {
        title: 'If you cannot get one',
        text: ['Go to the authority in person. Its name is on the page of each service.'],
      },
    ],
    see: ['cannot-sign-in'],
  },
  'lost-phone': {
    title: 'I lost my phone',
    summary: 'Have the certificate revoked at once, then get an eID on a new phone.',
    also: 'stolen theft broken new telephone device changed number misuse fraud',
    parts: [
      {
        title: 'Do this now',
        steps: [
          'Tell your eID provider and have the certificate revoked. Nobody can sign in or sign here with a revoked certificate.',
          'If you are still signed in on another device, sign out there when you have finished.',
          'Get an eID on your new phone. Your account, applications and files are still here when you sign in with it.',
        ],
      },
      {
        title: 'Has anybody used my eID?',
        text: [
          'Your PIN is not stored on this site, and without it the phone alone is not enough.',
          'Your profile lists each sign-in and signature with your eID. If you do not recognise one, tell the eID provider and write to us.',
        ],
        links: [
          { to: '/profile', label: 'Profile' },
          { to: '/help/contact', label: 'Contact support' },
        ],
      },
    ],
    see: ['cannot-sign-in', 'who-looked'],
  },
  'wrong-data': {
    title: 'My data is wrong',
    summary: 'Where a name, an address, a certificate or an application is corrected.',
    also: 'name surname address register number mistake typo correct change spelling latin',
    parts: [
      {
        title: 'My name or register number',
        text: [
          'They come from your eID, so they are corrected in the civil register. They change here when you next sign in.',
          'You can correct the Latin spelling of your name yourself on My page.',
        ],
        links: [{ to: '/home', label: 'My page' }],
      },
      {
        title: 'What an agency said about me',
        text: [
          'When we fetch a fact from an agency, you see it before it is used. If it is wrong, do not use it: attach the paper instead, and ask that agency to correct its register.',
        ],
      },
      {
        title: 'What I wrote in an application',
        text: [
          'While nobody has decided it, you can withdraw the application and send a new one. If you already paid, ask support first.',
        ],
        links: [{ to: '/applications', label: 'My applications' }],
      },
      {
        title: 'A certificate that was issued to me',
        text: [
          'It says what the register said on that day. Have the register corrected, then ask for a new certificate.',
        ],
        links: [{ to: '/references', label: 'References' }],
      },
    ],
    see: ['who-looked', 'appeal'],
  },
  'cannot-pay': {
    title: 'I cannot pay',
    summary: 'The payment does not go through, or it was paid and is not shown.',
    also: 'payment fee bank card money refund twice charged invoice receipt QR',
    parts: [
      {
        title: 'I paid, but it is not shown',
        steps: [
          'Wait a minute: the bank reports to us a little later.',
          'Open Payments and press “Check whether it was paid”. We then ask the payment provider.',
          'Do not pay again. One invoice is booked once, and you will not be charged twice for it.',
        ],
        links: [{ to: '/payments', label: 'Payments' }],
      },
      {
        title: 'The payment page does not open, or fails',
        text: [
          'Try the QR code with the app of your bank. If the bank refuses, ask the bank: we do not see why.',
          'The status page says whether payments are disrupted.',
        ],
        links: [{ to: '/status', label: 'Status of the platform' }],
      },
      {
        title: 'How long I have',
        text: [
          'The application says until when the fee must be paid. After that day it is closed, and you can apply again.',
          'The time for the decision begins when the fee has been paid.',
        ],
      },
      {
        title: 'I want my money back',
        text: ['Write to us with the number of the application or receipt.'],
        links: [{ to: '/help/contact', label: 'Contact support' }],
      },
    ],
    see: ['late-answer'],
  },
  'cannot-attach': {
    title: 'I cannot attach a file',
    summary: 'Which files are accepted, and what to do when one is refused.',
    also: 'upload document photo scan paper PDF JPEG PNG too large virus refused',
    parts: [
      {
        title: 'Which files are accepted',
        text: [
          'PDF documents, and pictures as JPEG or PNG. Save a Word document as PDF first.',
          'The form says how large a file may be. A photo of a page that can be read is enough.',
        ],
      },
      {
        title: 'The file is refused',
        text: [
          'We look at the content of a file, not at its name. A file with another name ending is still refused.',
          'A file in which a virus was found is never stored. Check the device that it comes from.',
          'A PDF with a password cannot be read. Save a copy without the password.',
        ],
      },
      {
        title: 'The upload stops',
        text: [
          'On a slow connection wait until the file is listed. Your answers are kept as a draft, so you can come back later.',
        ],
        links: [{ to: '/applications', label: 'My applications' }],
      },
    ],
    see: ['late-answer'],
  },
  'late-answer': {
    title: 'My answer is late',
    summary: 'How the time is counted, and what happens when it runs out.',
    also: 'deadline waiting application status days overdue how long decision slow',
    parts: [
      {
        title: 'See how long it takes',
        text: [
          'Each service states how long it takes, and My applications shows how many calendar days are left.',
          'The clock stops while the authority waits for your answer, and before the fee is paid.',
        ],
        links: [{ to: '/applications', label: 'My applications' }],
      },
      {
        title: 'The time has run out',
        text: [
          'Some services count as approved when the time runs out. We notify you if that happens.',
          'For other services, ask the authority named on the page of the service, or write to us with the number of the application.',
        ],
        links: [{ to: '/help/contact', label: 'Contact support' }],
      },
    ],
    see: ['appeal'],
  },
  appeal: {
    title: 'How to appeal',
    summary: 'What to do when your application was refused, or you do not agree with a decision.',
    also: 'complaint refused rejected decision disagree court object review',
    parts: [
      {
        title: 'Read the reason first',
        text: [
          'Open the application in My applications. The reason stands with the decision.',
          'If only a paper was missing or a fact was wrong, a new application is often quicker than an appeal.',
        ],
        links: [{ to: '/applications', label: 'My applications' }],
      },
      {
        title: 'Appeal to the authority',
        text: [
          'This site does not decide appeals. Send yours to the authority that decided, or to the one above it; its name is on the application.',
          'The law limits the time for an appeal, so do not wait. The authority must tell you how long you have.',
        ],
        steps: [
          'Write the number of the application (APP-…) and the day of the decision.',
          'Say what you do not agree with, and what you ask for.',
          'Attach the papers that support you.',
        ],
      },
      {
        title: 'Support does not change decisions',
        text: [
          'Write to us if the site showed or did something wrong. We cannot change what an authority decided.',
        ],
        links: [{ to: '/help/contact', label: 'Contact support' }],
      },
    ],
    see: ['late-answer', 'wrong-data'],
  },
  'check-document': {
    title: 'Is this document genuine?',
    summary: 'Check a certificate by its number, or the signatures in a PDF file.',
    also: 'verify fake QR code certificate reference signature PDF stamp seal',
    parts: [
      {
        title: 'A certificate with a QR code',
        text: [
          'Scan the QR code on the document, or enter its number and check code. You need not sign in.',
          'Compare what the page shows with what is printed. If they differ, do not trust the paper.',
        ],
        links: [{ to: '/verify', label: 'Verify a document' }],
      },
      {
        title: 'A signed PDF file',
        text: [
          'We show who signed it and when, and whether it was changed afterwards. The file is not kept.',
        ],
        links: [{ to: '/sign/verify', label: 'Check a PDF file' }],
      },
    ],
    see: ['who-looked'],
  },
  'who-looked': {
    title: 'Who looked at my data?',
    summary: 'Your profile shows who opened your data, when and why.',
    also: 'privacy access log officer personal data consent application sharing withdraw',
    parts: [
      {
        title: 'Where to see it',
        text: [
          'Each time an officer, an administrator or the assistant opens your data, your profile shows it: who, when, and for which matter.',
          'If you do not understand an entry, write to us and quote its date.',
        ],
        links: [
          { to: '/profile', label: 'Profile' },
          { to: '/help/contact', label: 'Contact support' },
        ],
      },
      {
        title: 'Other applications',
        text: [
          'An application that you signed in to received only what you allowed. You can withdraw that on your profile.',
        ],
      },
    ],
    see: ['wrong-data', 'lost-phone'],
  },
};
