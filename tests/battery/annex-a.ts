import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access, ApiBase, Method } from '../../contract/endpoint.ts'

/** A call of Annex A, with the fields that it accepts and returns. A file has no fields. */
export type AnnexCall = {
  no: string
  path: string
  base: ApiBase
  caller: Access
  method: Method
  takes: readonly string[]
  answers: readonly string[] | 'file'
}

const root = join(import.meta.dirname, '../..')
export const requirements = readFileSync(join(root, 'docs/spec/requirements.md'), 'utf8')

// Fields by row and method: accepted > returned. DATA numbers of the annex are written out.
const fields = `
$token = access_token refresh_token expires_in ssoLogoutUrl showRecaptcha userAccountLocked error_message
  is_should_setup_2fa is_should_validate_2fa secret url scheme masqueradeUserId error
$user = id name firstName surname email avatar userType employmentStatus termsRevision siteTermsUpdated
  isDataLoadEligibilityImpactEnabled
$card = id title text imageUrl linkLabel link order
$benefit = benefitId selection beamSupported termsAndConditionsShown terms groupCode faqs related links cta name summary
  description imageUrl category groupId needsApproval openInProbation freeCoverLimit claim
$selection = selectionId temporarySelection status statusLabel planDetails peopleCovered
  costsSummaryForMonthlyCostSection cta endDate editFields fieldStatus
$familyMember = family_id family_fname family_sname family_dob family_gender_id family_famtype_id family_tname
  family_active family_ft_edu_ends
$familyPayload = first_name surname date_of_birth sex fmember_type education registered_disabled education_check title
$setUp = code type secret deviceToken email password

A01 POST > error status first_name surname email
A02 POST email password deviceToken recaptcha > $token
A03 POST email > url error hasSSO
A04 POST sso > $token
A05 GET > user client cmsData
A06 POST code email password deviceToken > $token
A07 GET > url error
A08 GET > ssoLogoutUrl
A09 GET > ssoLogoutUrl
A10 GET > $user
A10 PATCH > $user
A11 GET > mfaEnabled
A12 GET > termsRevision currentRevision
A12 PATCH termsAccepted > termsRevision currentRevision
A13 GET > $familyMember
A14 POST $familyPayload > status
A15 PATCH $familyPayload > status
A16 GET > $card
A17 GET > $card
A18 PATCH sso > status
A19 GET > status
A20 POST email recaptcha isRecaptchaEnabled > sent errors error
A21 POST token date_of_birth password password_confirmation > reset redirectURL errors checks message description
A22 POST token date_of_birth > verified
A23 POST password token > checks
A24 POST > valid message error
A25 POST current_password password password_confirmation > status errors checks
A26 GET > theme logoFileUrl brandHeaderLogo mobileLogo supportEmail contactUsEmail benefitBrandName
  benefitBrandPhoneNumber avatarSet baseFont headerFont radius darkMode sso_access_only
A27 GET > id schemeYear baseFont headerFont theme avatarSet
A28 GET > title text imageUrl
A29 GET > enquiryOptions pageContent error
A29 POST subject comments email firstName surname company > status fields message
A30 GET > question answer category
A31 GET > content revision
A32 GET > content
A33 GET > content
A34 GET > $benefit
A35 GET > $benefit
A36 GET > question answer
A37 GET > benefitId name
A38 GET > $selection
A38 POST values > $selection
A38 PATCH values > $selection
A39 GET > $benefit
A40 GET >
A41 GET > id label
A42 GET > month year employeeContribution employerContribution
A43 GET > $selection
A43 PATCH status > $selection
A43 DELETE > $selection
A44 POST benefitId values > costs error
A45 POST benefitId values costs status > $selection
A46 GET > lastPaymentDate balance
A47 GET > nextVoucherDate placedOrders savedOrders url
A48 GET > employeeContribution employerContribution total
A49 GET > benefitId name category total
A50 GET > terms
A50 PATCH termId version accepted >
A51 GET > questions
A51 POST answers > status
A52 GET >
A52 POST lifeEventId eventDate familyMember > status
A53 GET > id label needsFamilyMember
A54 GET > closed
A55 GET search filter[person_activated] page sort_by range > data totalEmployeesValues last_page per_page total filters
A56 GET type search filter[person_activated] page sort_by range > file
A57 GET search filter[person_mfa_secret] page > data per_page total filters isEnforcementTwoFAEnabled
A58 GET > isEnforcementTwoFAEnabled
A58 PATCH isEnforcementTwoFAEnabled > isEnforcementTwoFAEnabled
A59 GET >
A60 GET >
A61 GET > date count
A62 GET >
A63 GET >
A64 GET >
A65 GET >
A66 GET type year month provider > id year month label providerName timestamp
A67 GET > file
A68 GET ids > file
A69 GET > file
A70 GET > date
A71 GET >
A71 POST > id status errors
A72 GET > status counts errors
A72 PATCH status > status counts errors
A73 GET >
A74 GET > count summary
A75 GET > selectionId employeeName orderValue fields
A76 GET >
A76 PATCH selectionIds approval > status
A77 POST password > url error
A78 POST > url error secret
A78 PATCH enabled reason > error
A79 POST $setUp > status error
A80 POST $setUp > $token
A81 POST > sent
A82 POST > sent
`

export const callers: Readonly<Record<string, Access>> = { P: 'public', U: 'user', E: 'employer' }
export const bases: Readonly<Record<string, ApiBase>> = { N: 'api', O: 'v1' }

const sharedFields = new Map<string, string[]>()
const fieldsOfCalls = new Map<string, Pick<AnnexCall, 'takes' | 'answers'>>()
for (const line of fields.replaceAll('\n  ', ' ').split('\n').filter(Boolean)) {
  const words = (text = '') => text.split(' ').flatMap((word) => sharedFields.get(word) ?? (word === '' ? [] : [word]))
  const [name = '', list] = line.split(' = ')
  if (list !== undefined) sharedFields.set(name, words(list))
  const [, call, takes, answers] = /^(A\d\d [A-Z]+)(.*) >(.*)$/.exec(line) ?? []
  if (call !== undefined)
    fieldsOfCalls.set(call, { takes: words(takes), answers: answers === ' file' ? 'file' : words(answers) })
}

/** The calls of rows A01 to A82, with one path each. Later rows describe only additional paths of the portal. */
export const annexA: readonly AnnexCall[] = Array.from(
  requirements.matchAll(/^\| (A\d\d) \| `([^`]+)`[^|]*\| (.+?) \| ([NO]) \| .+? \| ([PUE])/gm),
).flatMap(([, no = '', path = '', methods = '', base = '', caller = '']) => {
  if (no > 'A82') return []
  return (methods.match(/GET|POST|PATCH|DELETE/g) ?? []).map((method) => {
    const known = fieldsOfCalls.get(`${no} ${method}`)
    if (!known) throw new Error(`The fields of ${no} ${method} are not listed`)
    return {
      no,
      path,
      method: method as Method,
      base: bases[base] ?? 'api',
      caller: callers[caller] ?? 'public',
      ...known,
    }
  })
})
export const listedCalls: readonly string[] = [...fieldsOfCalls.keys()]
