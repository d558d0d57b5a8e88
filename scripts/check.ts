// Format, lint, types, import boundaries and the drift of generated documents, without a test: `npm run check`.
import { report, runGates } from './gates.ts';

report(await runGates({ drift: true }));
