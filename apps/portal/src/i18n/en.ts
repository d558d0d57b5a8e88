import type { Dictionary } from './mn.ts';

export const en: Dictionary = {
  brand: { name: 'Tamga', line: 'Public digital services' },
  shell: {
    skipToContent: 'Skip to the content',
    signIn: 'Sign in',
    scheme: { light: 'Light', dark: 'Dark', auto: 'As the device' },
    schemeLabel: (now, next) => `Colours: ${now}. Change to: ${next}`,
    userMenu: (name) => `${name}, user menu`,
    home: 'My page',
    signOut: 'Sign out',
    signingOut: 'Signing out…',
    signOutFailed: 'Could not sign out. Check your connection and try again.',
    loading: 'Loading…',
    footer: 'Sign-in is confirmed by the national eID. This site never asks for a password or a PIN.',
    rights: 'Tamga platform',
    ulaanbaatar: 'Ulaanbaatar',
    timeZone: (zone) => `All dates and times are in ${zone} time.`,
  },
  session: {
    title: 'Your session is about to end',
    text: (left) => `You will be signed out in ${left}. Do you want to continue?`,
    extend: 'Stay signed in',
    signOut: 'Sign out',
    last: (left) =>
      `This session cannot be extended any further. You will be signed out in ${left}. Save what you are doing and sign in again.`,
    failed: 'The session could not be extended. Try again.',
  },
  errors: {
    notFoundTitle: 'Page not found',
    notFoundText: 'The address may be wrong, or the page has moved.',
    toLanding: 'Go to the front page',
    crashTitle: 'This page could not be shown',
    crashText: 'Something went wrong. Reloading the page may help.',
    offlineTitle: 'No connection',
    offlineText: 'This page has not been loaded yet. It appears by itself once you are connected again.',
    reload: 'Reload the page',
    unavailableTitle: 'Not available at the moment',
    unavailableText: 'The server did not answer. Check your connection and try again.',
    retry: 'Try again',
    reference: 'Reference',
  },
  time: {
    inSeconds: (count) => (count === 1 ? '1 second' : `${count} seconds`),
    inMinutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  },
};
