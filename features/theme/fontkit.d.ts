declare module 'fontkit' {
  export type Font = {
    unitsPerEm: number
    ascent: number
    descent: number
    lineGap: number
    layout: (text: string) => { advanceWidth: number }
  }
  export function open(file: string): Promise<Font>
}
