/** Name of the profile screen. A separate file, so that the login page does not load it with other texts. */
export const profileTitle = 'Profile Settings'
