import { useState } from 'react'
import { Notices } from '../../ui/Notices.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Contrast } from './Contrast.tsx'
import styles from './Gallery.module.css'
import { galleryMessages } from './gallery.messages.ts'
import { isThemeName, themeNames, exampleThemes, applyTheme, type ThemeName } from './example-themes.ts'
import { groups, type ComponentName } from './components.ts'
import { samples } from './samples.ts'

export function Gallery() {
  const [look, setLook] = useState(lookInAddress)
  const choose = (name: string) => {
    if (!isThemeName(name)) return
    applyTheme(name)
    setLook(name)
    history.replaceState(null, '', `?look=${name}${location.hash}`)
  }
  return (
    <div className={styles.gallery}>
      <a className={styles.skip} href="#parts">
        {galleryMessages.skip}
      </a>
      <header className={styles.head}>
        <h1>{galleryMessages.title}</h1>
        <div className={styles.look}>
          <SelectField
            label={galleryMessages.look}
            isFilter
            value={look}
            onChange={choose}
            choices={themeNames.map((name) => ({ value: name, label: exampleThemes[name].name }))}
          />
        </div>
      </header>
      <nav className={styles.index} aria-label={galleryMessages.index}>
        <ul role="list">
          {Object.values(groups)
            .flat()
            .map((part) => (
              <li key={part}>
                <a href={`#${part}`}>{part}</a>
              </li>
            ))}
        </ul>
      </nav>
      <main id="parts" className={styles.parts} tabIndex={-1}>
        <p className={styles.lead}>{galleryMessages.lead}</p>
        <Contrast look={look} />
        {Object.values(groups)
          .flat()
          .map((part) => (
            <ComponentSection key={part} part={part} />
          ))}
      </main>
      <Notices dismissLabel={galleryMessages.dismiss} />
    </div>
  )
}

export function ComponentSection({ part }: { part: ComponentName }) {
  const Samples = samples[part]
  return (
    <section className={styles.part} aria-labelledby={part}>
      <h2 id={part}>
        <a href={`#${part}`}>{part}</a>
      </h2>
      <div className={styles.faces}>
        <Samples />
      </div>
    </section>
  )
}

function lookInAddress(): ThemeName {
  const asked = new URLSearchParams(location.search).get('look')
  const look = isThemeName(asked) ? asked : 'demo'
  applyTheme(look)
  return look
}
