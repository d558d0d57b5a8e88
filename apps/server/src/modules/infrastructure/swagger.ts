import { createReadStream, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { observer } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';

const distDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', png: 'image/png' };
const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tamga API</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css">
<link rel="icon" href="/swagger/favicon-32x32.png">
</head>
<body>
<div id="swagger"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/start.js"></script>
</body>
</html>
`;
const start = "SwaggerUIBundle({ url: '/swagger/doc.json', dom_id: '#swagger', deepLinking: true });\n";
const policy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files come from the package, so no request leaves this origin. */
export function swaggerMounts(): readonly Mount[] {
  return [
    {
      id: 'swagger.page',
      methods: ['GET'],
      path: '/swagger/',
      access: observer,
      summary: 'The API documentation page',
      handle: (_request, reply) =>
        reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
    },
    {
      id: 'swagger.file',
      methods: ['GET'],
      path: '/swagger/:file',
      access: observer,
      summary: 'Files of the documentation page',
      handle: (request, reply) => {
        const { file } = request.params as { file: string };
        if (file === 'start.js') return reply.type('text/javascript').send(start);
        if (!assets.has(file) || !existsSync(join(distDir, file))) fail(kernelErrors.not_found);
        return reply
          .type(types[file.split('.').pop() ?? ''] ?? 'text/plain')
          .send(createReadStream(join(distDir, file)));
      },
    },
  ];
}
