export const linkPaths = {
  resetPassword: (token: string) => `/reset-password?token=${token}`,
  activation: (id: string) => `/activation/${id}`,
} as const

/** Returns the token from a link. Mail programs add full stops and brackets to links, encode them, and break them into lines. */
export function linkTokenIn(part: string): string {
  const text = decoded(part).replaceAll(/=?\s+|[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
  const found = /[\w-]+/.exec(text)?.[0] ?? ''
  return withSigns.exec(found)?.[1] ?? found
}

/** Signs before a random token: `=3D` for "=" in the source of a mail, and underscores as marks for italics. */
const withSigns = /^(?:3D|_(?=.{43}_$))(.{43})_?$/

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
