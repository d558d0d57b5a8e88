import { integer, scanner } from './setting-forms.ts';

/** The virus scanner. */
export const scannerForms = {
  SCANNER_ADDRESS: scanner(
    'clamd, which scans every file before another person may open it. Unset: files are not scanned.',
  ),
  SCANNER_MAX_BYTES: integer(
    1024,
    999999999,
    104857600,
    'Larger files are refused while a scanner is set; at most the StreamMaxLength and MaxFileSize of clamd.',
  ),
  SCANNER_TIMEOUT_SECONDS: integer(
    1,
    600,
    30,
    'How long the scan of an upload may take, upload included. After that the file is kept and waits for its scan.',
  ),
};
