import type { Scene } from '../scene.ts';
import { annotationTricks } from './annotations.ts';
import { byteTricks, pictureTricks } from './bytes.ts';
import { contentTricks } from './content.ts';
import { danglingTricks } from './dangling.ts';
import { defaultTricks } from './defaults.ts';
import { drawingTricks } from './drawings.ts';
import { markTricks } from './marks.ts';
import { permitTricks } from './permits.ts';
import { shownTricks } from './shown.ts';
import { signatureTricks } from './signatures.ts';
import { structureTricks } from './structure.ts';
import { timestampTricks } from './timestamps.ts';

export interface Trick {
  /** Of the table in the guide. */
  kind: string;
  name: string;
  make(scene: Scene): Promise<Buffer>;
  /** Kept in the quick tests. */
  isQuick?: true;
  /** Which signature must fail, when it is not the first. */
  victim?: number;
  /** Bold's key is then the seal of the platform. */
  isSealed?: true;
}

export const tricks: readonly Trick[] = [
  ...timestampTricks,
  ...danglingTricks,
  ...annotationTricks,
  ...structureTricks,
  ...markTricks,
  ...drawingTricks,
  ...defaultTricks,
  ...contentTricks,
  ...signatureTricks,
  ...permitTricks,
  ...shownTricks,
  ...byteTricks,
  ...pictureTricks,
];
