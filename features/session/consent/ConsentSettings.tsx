import { useState } from 'react'
import { buttonMessages } from '../../../contract/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { consentSettingsMessages as words } from './consent-settings.messages.ts'
import { cookieConsentNow, saveCookieSettings } from '../use-cookie-consent.ts'

export function ConsentSettings({ onClose }: { onClose: () => void }) {
  const [video, setVideo] = useState(cookieConsentNow().nonNecessaryCookiesEnabled)
  return (
    <Dialog
      title={words.title}
      closeLabel={buttonMessages.close}
      onClose={onClose}
      renderButtons={(close) => (
        <Button
          onClick={() => {
            saveCookieSettings({ video })
            close()
          }}
        >
          {words.save}
        </Button>
      )}
    >
      <Checkbox
        asSwitch
        label={words.essential}
        hint={words.essentialHint}
        checked
        disabled
        onChange={() => undefined}
      />
      <Checkbox asSwitch label={words.video} hint={words.videoHint} checked={video} onChange={setVideo} />
    </Dialog>
  )
}
