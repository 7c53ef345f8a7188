/** Types of jsonb contents, and of text columns without a check that lists their values. `npm run schema` reads the keys. */
export interface ColumnTypes {
  'client.theme': {
    brand?: string
    primaryColour?: string
    secondaryColour?: string
    baseFont?: string
    headerFont?: string
    radius?: number
    darkMode?: string
    logos?: {
      client?: string
      header?: string
      mobile?: string
      clientDark?: string
      headerDark?: string
      mobileDark?: string
    }
    avatarSet?: { plain?: string; choices?: { label: string; picture: string }[] }
  }
  'client.support': { phone?: string; email?: string; contactUsEmail?: string; senderEmail?: string }
  'client.switches': Record<string, unknown>
  'scheme_year.life_event_kinds': unknown[]
  'scheme_year.provider_formats': unknown[]
  'client_picture.media_type': string
  'content_page.details': Record<string, unknown>
  'session.end_reason':
    | 'logged-out'
    | 'expired'
    | 'too-many'
    | 'refresh-reused'
    | 'password-changed'
    | 'two-factor-changed'
    | 'ended-by-owner'
    | 'ended-by-operator'
    | 'logged-out-at-provider'
    | 'address-changed'
  'person_details.contact': Record<string, string>
  'upload.columns': string[]
  'upload.how_read': string[]
  'upload.warnings': string[]
  'upload.concerns': unknown[]
  'upload_row.cells': string[]
  'upload_person.fields': unknown[]
  'upload_person.facts': Record<string, Record<string, string | null>>
  'enrolment_window.rules': Record<string, unknown>
  'selection_version.choice': Record<string, unknown>
  'selection_version.people_covered': unknown[]
}
