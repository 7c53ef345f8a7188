import { encode } from 'uqr'

/** Pixels (CONST-10). */
const QR_SIZE = 256

// Width of the white border that scanners need, in modules (the squares of the code).
const QUIET_ZONE = 4

/** Draws the code in the browser, so that the text is not sent to a server. Error correction level L (CONST-10). */
export function QrCode({ text, label, size = QR_SIZE }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = encode(text, { ecc: 'L', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      {/* Black on white in every theme, because scanners need contrast. */}
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
