export const viewAsMessages = {
  button: 'View as employee',
  title: (name: string) => `View the portal as ${name}`,
  text: (name: string) =>
    `A new tab will show what ${name} sees. You cannot change anything there. We record the view and email ${name}. Please confirm that it is you.`,
  notViewable: {
    employer: 'Nobody can view the portal as another administrator.',
    disabled: 'This account is disabled, so nobody can view the portal with it.',
    'no-access': 'This person can no longer log in, so nobody can view the portal as them.',
  },
  password: 'Your password',
  code: 'Your authentication code',
  open: 'Open view',
  opening: 'Opening...',
  opened: 'The view is open in a new tab.',
  blocked: 'Your browser has not opened a new tab. This link opens the view, once and within a minute.',
  openLink: (name: string) => `View as ${name} in a new tab`,
  again: 'Open another view',
} as const
