/** Removes folders, and characters that hide or reverse the rest of a name. */
export function sanitizeName(given: string): string {
  return [...withoutFolders(given).trim()].slice(0, 190).join('');
}

function withoutFolders(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"]/gu, '');
}

/** Windows opens a device instead of a file of such a name, whatever its ending. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * The one spelling of a name that every system can save: composed letters (macOS sends them apart), no dots or spaces
 * at its end, no name of a Windows device. Empty when nothing is left of it.
 */
export function canonicalName(given: string): string {
  const clean = withoutFolders(given.normalize('NFC'))
    .trim()
    .replace(/(?<![. ])[. ]+$/, '');
  return devices.test(clean) ? `_${clean}` : clean;
}

/** Endings that a computer runs or a browser draws as a page when the file is opened from a disk. */
const runs = new Set(
  (
    'ade adp apk app appimage appref-ms asp aspx bas bat bin cgi chm class cmd com command cpl crt csh deb desktop ' +
    'dll dmg dylib elf exe gadget hta htm html img inf ins iso isp jar jnlp js jse ksh lnk mht mhtml mjs msc msh msi ' +
    'msp mst ocx osx php phtml pif pkg pl ps1 psm1 py pyc pyw rb reg rpm run scf scr sct sh shb shs shtml so svg svgz ' +
    'swf sys url vb vbe vbs vbscript vhd vhdx vxd wasm website ws wsc wsf wsh xht xhtml xll xml xsl xslt'
  ).split(' '),
);
export const hasRunningEnding = (name: string): boolean =>
  name.includes('.') && runs.has((name.split('.').at(-1) ?? '').toLowerCase());

/** RFC 6266: `filename` for old clients, `filename*` with every character. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
