import { makeCms, sha256 } from '../cms-maker.ts';
import { fill, makeHole, makePdf, OBJECT, objectText, signPdf, update } from '../pdf-maker.ts';
import type { Scene } from '../scene.ts';
import { contractObjects, forgedPage, signContract } from './contract.ts';
import type { Trick } from './index.ts';

const kind = 'the range of the signature';

/** Signs with a range of the attacker's choice and a digest that fits it. */
async function signRange(
  { country }: Scene,
  choose: (hole: ReturnType<typeof makeHole>) => number[],
): Promise<Buffer> {
  const hole = makeHole(makePdf(contractObjects()));
  const numbers = choose(hole);
  const at = hole.out.indexOf('/ByteRange [') + 11;
  hole.out.write(`[${numbers.join(' ')}]`.padEnd(36), at, 'latin1');
  const parts: Buffer[] = [];
  for (let part = 0; part + 1 < numbers.length; part += 2) {
    const from = numbers[part] ?? 0;
    parts.push(hole.out.subarray(from, from + (numbers[part + 1] ?? 0)));
  }
  const cms = await makeCms({ digest: sha256(...parts), signer: country.bold, chain: country.chain });
  return fill(hole.out, hole.start, cms);
}

const range = (name: string, choose: Parameters<typeof signRange>[1]): Trick => ({
  kind,
  name,
  make: (scene) => signRange(scene, choose),
});

export const signatureTricks: Trick[] = [
  range('a gap that is too wide', ({ start, end, out }) => [0, start - 40, end, out.length - end]),
  range('an end that is too early', ({ start, end, out }) => [0, start, end, out.length - end - 30]),
  range('a start that is not 0', ({ start, end, out }) => [20, start - 20, end, out.length - end]),
  range('a gap into the dictionary', ({ start, end, out }) => [0, start, end + 3, out.length - end - 3]),
  range('parts that overlap', ({ start, out }) => [0, start, start - 100, out.length - start + 100]),
  range('one part', ({ out }) => [0, out.length, out.length, 0]),
  {
    kind,
    name: 'data behind the signature',
    make: async (scene) => {
      const signed = await signContract(scene);
      return Buffer.from(signed.toString('latin1').replace('00000000> >>', '41414141> >>'), 'latin1');
    },
  },
  {
    kind,
    name: 'one signature in two fields',
    make: async (scene) => {
      const signed = await signContract(scene);
      const hole = makeHole(signed);
      const [, value = ''] = /\/Contents <([0-9a-f]+)>/.exec(signed.toString('latin1')) ?? [];
      return fill(hole.out, hole.start, Buffer.from(value, 'hex'));
    },
  },
  {
    kind,
    name: 'the signature taken away',
    make: async (scene) => {
      const signed = await signContract(scene);
      return update(signed, {
        [OBJECT.form]: contractObjects()[OBJECT.form] ?? '',
        [OBJECT.content]: forgedPage,
      });
    },
  },
  {
    kind,
    name: 'the signature moved behind the change',
    make: async (scene) => {
      const signed = await signContract(scene);
      const [, num] = /(\d+) 0 obj\n<< \/Type \/Sig /.exec(signed.toString('latin1')) ?? [];
      return update(signed, { [Number(num)]: objectText(signed, Number(num)), [OBJECT.content]: forgedPage });
    },
  },
  {
    kind,
    name: 'a permission behind a reference',
    make: async (scene) => {
      const certified = await signPdf(scene.country, makePdf(contractObjects()), {
        timestamp: true,
        more: '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 60 0 R /V /1.2 >> >>]',
        catalog: (text) => text.replace(/ >>$/, ' /Perms << /DocMDP @ 0 R >> >>'),
        change: (objects) => ({ ...objects, 60: '1' }),
      });
      return update(certified, {
        [OBJECT.field]: objectText(certified, OBJECT.field).replace('/V (100)', '/V (900)'),
      });
    },
  },
];
