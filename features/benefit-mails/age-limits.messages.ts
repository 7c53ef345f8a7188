export const ageLimitMessages = {
  lastAge: 'A family member is about to reach the last age that this benefit covers',
  studiesEnd: 'Our records say that a family member is about to finish full time education',
} as const
