/** Signing in by a provider beside passwords. */
export const provider = {
  signIn: (name: string) => `Sign in with ${name}`,
  or: 'or',
  coming: 'Signing you in…',
  back: 'Back to sign in',
  codeLead: 'Your account has a second factor: its code is needed too.',
  continue: 'Continue',
  own: {
    title: 'Other ways to sign in',
    lead: (name: string) => `With ${name} you sign in without a password of this site.`,
    off: 'The operator of this site has set up no provider to sign in with any more.',
    none: 'Not linked yet.',
    link: (name: string) => `Link ${name}`,
    linking: 'Linking…',
    since: 'Since',
    used: 'last used',
    unused: 'not used yet',
    other: 'Of another provider than the one of now: one cannot sign in with it.',
    end: 'Remove',
    endOf: (issuer: string) => `Remove the sign-in of ${issuer}`,
    onlyWay: 'Choose a password first: without one this is the only way into your account.',
    question: (name: string) =>
      `Nobody signs in to your account with ${name} any more, and all your other sessions end.`,
    cancel: 'Cancel',
  },
} as const;
