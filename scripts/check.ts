// Format, lint, types, import boundaries and drift of generated documents, without tests: `npm run check`.
import { report, runGates } from './gates.ts';

report(await runGates({ drift: true }));
