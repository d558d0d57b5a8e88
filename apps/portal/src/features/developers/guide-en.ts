import type { DeveloperGuide } from './guide-shape.ts';
import { signInExample } from './sign-in-example.ts';

export const guideEn = (issuer: string): DeveloperGuide => ({
  title: 'For developers',
  lead: 'Sign people in with their eID, call government services, and connect your own program to this platform.',
  parts: [
    {
      id: 'build',
      title: 'What you can build',
      text: [
        'A site or an app that signs people in with eID, without passwords of its own. You receive the name and an identifier that stays the same, and only after the person agrees.',
        'A program that calls government services through the gateway: one address, one token, clear limits.',
        'A program that uses this platform itself: the catalogue of services, applications, certificates that anybody can check.',
      ],
    },
    {
      id: 'register',
      title: 'Register an application',
      steps: [
        'Sign in and open “Applications that you own”. Where this installation allows it, you register your application there with its name and the address that people return to after signing in. Its secret is shown once: store it where only your server reads it.',
        'The application begins on trial: only you can sign in to it. Connect it, try it, then ask for approval. Once an administrator has approved it, everybody can sign in.',
        'If you cannot register there, or your application calls services of the gateway, write to support. An administrator registers it and makes you its owner.',
      ],
      links: [
        { to: '/help/contact', label: 'Write to support' },
        { to: '/developers/applications', label: 'Applications that you own' },
      ],
    },
    {
      id: 'sign-in',
      title: 'Sign people in',
      text: [
        'Tamga is an OpenID Connect provider: give your library the issuer, the client id and the secret, and ask for the scope "profile" if you want names. It must use the authorization code flow and send PKCE or a nonce, which most libraries do by themselves. This whole program signs one person in and says who it is.',
        'Register http://localhost:4000/callback as its redirect address, run "npm install openid-client", set CLIENT_ID, CLIENT_SECRET and REDIRECT_URI, and start it with "node sign-in.mjs". Then open the address that it prints.',
        'On a server for many people, keep the verifier and the state in the session of each visitor. Know a person by "sub", never by name or e-mail.',
      ],
      code: signInExample(issuer),
      links: [
        {
          to: '/.well-known/openid-configuration',
          label: 'Addresses and abilities of the provider',
          isDocument: true,
        },
      ],
    },
    {
      id: 'sandbox',
      title: 'Try it without real people',
      text: [
        'Tamga comes with a sandbox: test citizens, a phone in the browser that approves with PIN1 1234, registers, payments and mail. Start the whole platform on your own computer with "npm install" and "npm start".',
        'The sandbox also has a provider that answers wrongly on purpose, so that you can prove that your application refuses.',
      ],
    },
    {
      id: 'library',
      title: 'Client library',
      text: [
        'The package @tamga/client knows every operation of this platform with its types: sign-in, retries, lists, files and notifications. It has no dependencies and runs in Node 20 and in browsers. It comes with the source of the platform, in packages/client.',
      ],
    },
    {
      id: 'api',
      title: 'API document',
      text: [
        'Every operation, its fields and its errors as OpenAPI. Answers have the members "status" (true or false) and "data"; a refusal has "error" with a code for programs and "message" with a text for people.',
      ],
      links: [{ to: '/swagger/doc.json', label: 'API document (OpenAPI, JSON)', isDocument: true }],
    },
    {
      id: 'gateway',
      title: 'Services of the gateway',
      text: [
        `A service of the gateway has the address ${issuer}/gw/NAME. Ask for a token with the scope svc:NAME and send it as "Authorization: Bearer". The service must be granted to your application; a withdrawn grant ends at once.`,
        'A service can be called for a signed-in person, or by a program alone with client_credentials.',
        'Signed in, you can read the documentation of each service and try its operations with a token of yours.',
      ],
      links: [{ to: '/developers/services', label: 'Read and try the services' }],
    },
    {
      id: 'limits',
      title: 'Limits',
      text: [
        'An application may make 600 calls a minute through the gateway and 100 at once; an administrator can set other limits and a quota per day. After that the answer is 429, and Retry-After says when to try again.',
        'A code is good for 60 seconds and for one use, an access token for one hour, a refresh token for 30 days. A request to the API has at most 1 MiB; files have limits of their own.',
      ],
    },
    {
      id: 'status',
      title: 'Status and maintenance',
      text: ['Planned maintenance and disruptions are announced on the status page.'],
      links: [{ to: '/status', label: 'Status of the platform' }],
    },
    {
      id: 'support',
      title: 'Support',
      text: [
        'When a sign-in fails, the page of your application lists recent problems: what was refused, and what to change. If that does not help, write to support with the id of the application, the time, and the request id of the answer. Never send a secret or a token.',
      ],
      links: [
        { to: '/help/contact', label: 'Ask a question' },
        { to: '/help', label: 'Help' },
      ],
    },
  ],
});
