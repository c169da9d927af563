/** An account that is deleted by its owner, and what is kept of it. */
export const leaving = {
  label: 'Your account is to be deleted',
  when: (at: string) => `Your account will be deleted at ${at}. Its API tokens are refused already.`,
  keep: 'Keep my account',
  data: {
    title: 'Your data',
    lead: 'All that is kept of you, as one JSON file. Of API tokens it holds the last four characters.',
    download: 'Download',
    done: 'Your data is downloaded',
  },
  remove: {
    title: 'Delete account',
    lead: 'Your API tokens stop at once, and the account is deleted after 7 days. Until then you can sign in and keep it. Payments and past requests stay without your address, as the books need them.',
    open: 'Delete account',
    question: 'You are signed out everywhere, and programs that use your API tokens get 401 from now on.',
    paid: 'What you have paid for ends with the account.',
    password: 'Password',
    confirm: 'Delete my account',
    done: (at: string) => `Your account will be deleted at ${at}. Sign in before then to keep it.`,
  },
} as const;
