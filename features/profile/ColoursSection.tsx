import { useState } from 'react'
import { coloursKey } from '../../services/theme/default-colours.rules.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { storeItem } from '../../ui/store-item.ts'
import { profileMessages } from './profile.messages.ts'
import { ProfileSection } from './ProfileSection.tsx'

/** Light or dark colours in this browser, for clients that allow both. */
export function ColoursSection() {
  const [chosen, setChosen] = useState(() => localStorage.getItem(coloursKey) ?? '')
  const choose = (colours: string) => {
    setChosen(colours)
    if (colours) storeItem(localStorage, coloursKey, colours)
    else localStorage.removeItem(coloursKey)
    // The event that browsers fire in the other tabs. The page then changes its colours.
    dispatchEvent(new StorageEvent('storage', { key: coloursKey }))
  }
  return (
    <ProfileSection title={profileMessages.colours}>
      <RadioCards
        legend={profileMessages.colours}
        hideLegend
        hint={profileMessages.coloursHint}
        name="colours"
        value={chosen}
        onChange={choose}
        columns={3}
        choices={[
          { value: 'light', label: profileMessages.light },
          { value: 'dark', label: profileMessages.dark },
          { value: '', label: profileMessages.asDevice },
        ]}
      />
    </ProfileSection>
  )
}
