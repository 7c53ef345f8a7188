export const profileTitle = 'Profile Settings'
