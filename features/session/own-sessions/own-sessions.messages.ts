export const ownSessionsMessages = {
  isThis: 'This is the session you are using. To end it, please log out',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
} as const
