export const consentSettingsMessages = {
  title: 'Cookie settings',
  essential: 'Essential cookies',
  essentialHint: 'Keep you logged in and the site safe. They are always on.',
  video: 'Video player cookies',
  videoHint: 'Let videos from other sites play here.',
  save: 'Save and accept',
  videoOff: 'This video needs video player cookies.',
} as const
