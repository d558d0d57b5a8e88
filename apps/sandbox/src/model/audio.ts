const rate = 8000;

/** A WAV file (PCM, 16 bit, one channel) with a tone that is as long as the text. */
export function speakText(text: string): Buffer {
  const samples = Math.min(60, Math.max(1, Math.ceil(text.length / 15))) * rate;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples * 2, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples * 2, 40);
  const body = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at += 1)
    body.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2);
  return Buffer.concat([head, body]);
}

/** The words that a test planted in the recording after `SAY:`; a recording without them is silence. */
export function hearText(bytes: Buffer): string {
  const at = bytes.indexOf('SAY:');
  return at < 0
    ? ''
    : bytes
        .subarray(at + 4)
        .toString('utf8')
        .replace(/(?<!\0)\0+$/, '')
        .trim();
}
