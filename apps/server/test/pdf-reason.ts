/** A PDF writes a text that is not ASCII in UTF-16BE, here as a hexadecimal or as an escaped string. */
export function readReason(bytes: Buffer): string {
  const text = bytes.subarray(bytes.indexOf('/Reason')).toString('latin1');
  const [, hex, literal = ''] = /^\/Reason\s*(?:<([^>]*)>|\(((?:[^\\)]|\\.)*)\))/s.exec(text) ?? [];
  const octets =
    hex === undefined ? Buffer.from(literal.replace(/\\(.)/gs, '$1'), 'latin1') : Buffer.from(hex, 'hex');
  return octets.swap16().toString('utf16le').replace('\uFEFF', '');
}
