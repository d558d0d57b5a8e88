import { encode } from 'uqr';
import classes from './qr-code.module.css';

const QUIET_ZONE = 3;

/** One path for all dark modules: a run of neighbours in a row is one stroke. */
function drawModules(rows: boolean[][]): string {
  let path = '';
  rows.forEach((row, y) => {
    let x = 0;
    while (x < row.length) {
      let end = x;
      while (row[end]) end += 1;
      if (end > x) path += `M${x} ${y}h${end - x}v1H${x}z`;
      x = end + 1;
    }
  });
  return path;
}

interface QrCodeProps {
  text: string;
  label: string;
  /** Too old to scan: shown blurred. */
  isStale: boolean;
}

/** Always dark on white in both colour schemes: some phone cameras cannot read the inverse. */
export function QrCode({ text, label, isStale }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_ZONE });
  return (
    <svg
      className={classes.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-testid="qr"
      data-qr={isStale ? undefined : text}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={drawModules(data)} fill="#0b1a30" />
    </svg>
  );
}
