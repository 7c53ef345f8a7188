import { contrast, themeVariables } from '../../services/theme/theme.rules.ts'
import styles from './Gallery.module.css'
import { galleryMessages } from './gallery.messages.ts'
import { exampleThemes, type ThemeName } from './example-themes.ts'

const white = '#ffffff'

export function Contrast({ look }: { look: ThemeName }) {
  const { primary, accent } = exampleThemes[look]
  const colours = themeVariables(exampleThemes[look])
  const of = (name: string) => colours[name] ?? white
  const lines = [
    { label: galleryMessages.given, front: primary, back: white, needed: null },
    { label: galleryMessages.onPrimary, front: of('--on-primary'), back: primary, needed: 4.5 },
    { label: galleryMessages.onAccent, front: of('--on-accent'), back: accent, needed: 4.5 },
    { label: galleryMessages.primaryStrong, front: of('--primary-strong'), back: white, needed: 4.5 },
    { label: galleryMessages.accentStrong, front: of('--accent-strong'), back: white, needed: 4.5 },
    { label: galleryMessages.focus, front: of('--focus'), back: white, needed: 3 },
  ]
  return (
    <section className={styles.part} aria-labelledby="contrast">
      <h2 id="contrast">{galleryMessages.contrast}</h2>
      <p>{galleryMessages.contrastLead}</p>
      <table className={styles.contrast}>
        <thead>
          <tr>
            <th scope="col">{galleryMessages.variable}</th>
            <th scope="col">{galleryMessages.colour}</th>
            <th scope="col">{galleryMessages.ratio}</th>
            <th scope="col">{galleryMessages.needed}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, front, back, needed }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <span className={styles.swatch} aria-hidden="true" ref={(swatch) => paint(swatch, front, back)} />
                {front.toLowerCase()}
              </td>
              <td>{galleryMessages.ratioOf(contrast(front, back).toFixed(2))}</td>
              <td>{needed === null ? '' : galleryMessages.ratioOf(needed.toFixed(1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function paint(swatch: HTMLElement | null, front: string, back: string) {
  swatch?.style.setProperty('background-color', front)
  swatch?.style.setProperty('border-color', back)
}
