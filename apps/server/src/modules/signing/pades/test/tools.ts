import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../../../../../scripts/debian-tools.mjs';
import { signatureTimestampIn, signatureValueIn } from '../cms-timestamp.ts';
import { inspect, type SignatureInFile } from '../inspect.ts';

/** Verifiers that we did not write; `npm test` unpacks them from Debian where they are missing. */
export interface Tools {
  qpdf(pdf: Uint8Array, ...options: string[]): Promise<Uint8Array>;
  /** Throws unless the syntax is right. */
  checkSyntax(pdf: Uint8Array): Promise<void>;
  /** One word per signature, such as `valid`; document timestamps are `timestamp`. */
  pdfsig(pdf: Uint8Array): Promise<string[]>;
  /** Verifies each signature with `openssl cms -cades` and each timestamp with `openssl ts`. */
  openssl(pdf: Uint8Array): Promise<string[]>;
}

export function createTools(dir: string, trustPath: string): Tools {
  async function store(bytes: Uint8Array, ending: string): Promise<string> {
    const path = join(dir, `${randomUUID()}.${ending}`);
    await writeFile(path, bytes);
    return path;
  }

  async function verifyTimestamp(token: Uint8Array, data: Uint8Array): Promise<string> {
    const [tokenPath, dataPath] = await Promise.all([store(token, 'tst'), store(data, 'bin')]);
    const options = ['ts', '-verify', '-token_in', '-in', tokenPath, '-data', dataPath, '-CAfile', trustPath];
    const { stdout } = await runTool('openssl', options).catch((error: { stdout: string }) => error);
    return stdout.includes('Verification: OK') ? 'timestamp OK' : 'timestamp FAILED';
  }

  async function verifySignature(signature: SignatureInFile, data: Uint8Array): Promise<string[]> {
    const [cmsPath, dataPath] = await Promise.all([store(signature.cms, 'der'), store(data, 'bin')]);
    const options = ['-binary', '-inform', 'DER', '-in', cmsPath, '-content', dataPath, '-CAfile', trustPath];
    const { stderr } = await runTool('openssl', [
      'cms',
      '-verify',
      '-cades',
      ...options,
      '-out',
      '/dev/null',
    ]).catch((error: { stderr: string }) => error);
    const verdict = stderr.includes('CAdES Verification successful') ? 'CAdES OK' : `CAdES FAILED ${stderr}`;
    const token = signatureTimestampIn(signature.cms);
    const value = signatureValueIn(signature.cms);
    return token && value ? [verdict, await verifyTimestamp(token, value)] : [verdict];
  }

  return {
    async qpdf(pdf, ...options) {
      const [input, output] = [await store(pdf, 'pdf'), join(dir, `${randomUUID()}.pdf`)];
      await runTool('qpdf', [...options, input, output]);
      return new Uint8Array(await readFile(output));
    },
    async checkSyntax(pdf) {
      await runTool('qpdf', ['--check', await store(pdf, 'pdf')]);
    },
    async pdfsig(pdf) {
      const { stdout } = await runTool('pdfsig', ['-nocert', await store(pdf, 'pdf')]);
      return stdout
        .split(/^Signature #/m)
        .slice(1)
        .filter((text) => !text.includes('is not signed'))
        .map((text) => {
          // pdfsig knows no document timestamps; openssl verifies them.
          if (text.includes('Signature Type: unknown')) return 'timestamp';
          return text.includes('Signature Validation: Signature is Valid.') ? 'valid' : text;
        });
    },
    async openssl(pdf) {
      const { signatures } = await inspect(pdf);
      const verdicts: string[] = [];
      for (const signature of signatures) {
        const { contentsAt, contentsLength, coveredLength } = signature;
        const rest = pdf.subarray(contentsAt + contentsLength, coveredLength);
        const covered = Buffer.concat([pdf.subarray(0, contentsAt), rest]);
        if (signature.kind === 'timestamp') verdicts.push(await verifyTimestamp(signature.cms, covered));
        else verdicts.push(...(await verifySignature(signature, covered)));
      }
      return verdicts;
    },
  };
}
