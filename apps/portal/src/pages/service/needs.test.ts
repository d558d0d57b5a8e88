import { expect, it } from 'vitest';
import type { ListedService, PublicService } from '../../api/catalogue.ts';
import { commonKinds, listNeeds } from './needs.ts';

const say = (mn: string, en: string) => ({ mn, en });
const evidence = (code: string, name: string, fromCitizen: boolean) => ({
  code,
  name,
  name_en: code,
  note: '',
  note_en: '',
  required: true,
  from_citizen: fromCitizen,
});
const service = {
  id: 'self',
  form: {
    'x-papers': [
      { key: 'photo', 'x-title': say('Цээж зураг', 'Photo'), required: true },
      { key: 'address', 'x-title': say('Хаягийн лавлагаа', 'Proof of residence'), required: true },
      {
        key: 'birth',
        'x-title': say('Төрсний лавлагаа', 'Birth record'),
        required: false,
        evidence: 'EV_BIRTH',
        'x-when': { field: 'why', is: ['first'] },
      },
    ],
  },
  evidences: [
    evidence('EV_PHOTO', 'цээж зураг', true),
    evidence('EV_BIRTH', 'Төрсний бүртгэл', true),
    evidence('EV_LETTER', 'Өргөдөл', true),
    evidence('EV_ID', 'Үнэмлэх', false),
  ],
} as unknown as PublicService;
const giver = { id: 'giver', name: 'Хаягийн лавлагаа', output: '' } as ListedService;

it('lists a paper of form and passport once, and separates those that an agency gives', () => {
  const { bring, fetched } = listNeeds(service, [giver]);
  expect(bring.map(({ key }) => key)).toEqual(['photo', 'address', 'EV_LETTER']);
  expect(fetched.map(({ key }) => key)).toEqual(['birth', 'EV_ID']);
  expect(fetched[0]).toMatchObject({ isOptional: true, isConditional: true });
});

it('names the service that gives a paper, but not the service itself', () => {
  const self = { id: 'self', name: 'Өргөдөл', output: '' } as ListedService;
  const { bring } = listNeeds(service, [giver, self]);
  expect(bring.map((need) => need.service?.id ?? null)).toEqual([null, 'giver', null]);
});

it('says the types of file once where all papers take the same', () => {
  const { bring } = listNeeds(service, []);
  expect(commonKinds(bring)).toEqual(['application/pdf', 'image/png', 'image/jpeg']);
  const [photo, ...others] = bring;
  const picture = { ...(photo as (typeof bring)[number]), accepts: ['image/png', 'image/jpeg'] };
  expect(commonKinds([picture])).toEqual(['image/png', 'image/jpeg']);
  expect(commonKinds([picture, ...others])).toBeUndefined();
});
