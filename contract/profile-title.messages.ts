/** In a separate file, so that the login page does not load the other texts of the profile. */
export const profileTitle = 'Profile Settings'
