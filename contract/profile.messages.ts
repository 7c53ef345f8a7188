/** Where people set what is theirs: a screen, and the ways to it. Apart from the sentences that the login page carries. */
export const profileTitle = 'Profile Settings'
