import { describe } from 'vitest';
import { describeAttacks, isSample } from './test/attack-suite.ts';

describe('a model that obeys everything it reads, with one attack of each kind', () =>
  describeAttacks(isSample));
