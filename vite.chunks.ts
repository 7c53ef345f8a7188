/**
 * Groups of modules that the build puts into one file. Modules in no group are divided by the bundler.
 * tests/journeys/page-weight.journey.ts checks the weight of each page (docs/performance.md).
 */

// Every page. The login page has at most 95 kB with its screen.
const startFiles =
  /rolldown\/runtime|\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack\/(react-router(?!\/dist\/esm\/useBlocker)|router-core|history|react-store|store))\/|preload-helper|compiler-runtime|\/ui\/(tokens|class-names|Icon|first-icons|Link|Button|Retry|Field|field\.messages|TextField|PasswordField|Alert|ProgressBar|EntryCard\.module|use-one-at-a-time|use-tab-title)\.|\/contract\/(call|call-failed|email|endpoint|messages|not-found|paths|refusals)\.|\/features\/session\/(cookies\/(use-cookie|cookie-banner\.)|use-(session|persisted|typed-before-check)|session\.)|\/features\/theme\/use-theme|\/web\/(main|no-schemas|Shell|Header|Footer|CookieBanner|ErrorPage|Leave|call|routes|fonts|use-activity|use-scroll|web\.messages)\./

// What a page shows beyond the login: headings, faces of a list, the server's HTML.
const kitFiles =
  /\/ui\/(Page|Breadcrumbs|Card|Badge|Money|Skeleton|States|SafeHtml|Disclosure|ui\.messages|icon-shapes|more-icons)\.|\/contract\/(dates|redirects)\.|\/web\/NotFound\./

// Screens that links in mails lead to.
const linkFiles = /\/ui\/EntryCard\.tsx|\/features\/password\/(link-failures\.rules|password\.(contract|messages))\./

// What opens over a page, and its two inputs that lists and the contact page have too.
const dialogFiles = /\/ui\/(ConfirmDialog|Dialog|SelectField|SidePanel|TextArea|use-modal)\./
// Questions and steps.
const formFiles = /\/ui\/(FormErrors|ProgressSteps)\./

// What is asked for otherwise than by choosing one of a few: amounts, typed or slid to.
const askedFiles =
  /\/ui\/(NumberField|Slider|SliderField)\.|\/features\/benefits\/setup\/(AmountQuestions|SetupAmountInput)\./
// People.
const peopleFiles = /\/features\/benefits\/setup\/(PeopleQuestions|SetupAnyInput|SetupPeopleInput|setup-people)\./

// What the employer's screens share: the contracts of their calls, files to keep.
const officeFiles =
  /\/ui\/save-file\.|\/contract\/face-of\.|\/features\/(approvals\/(approvals\.(contract|messages)|use-approvals)|employees\/(employees\.contract|registered\.rules)|engagement\/engagement\.contract|payroll\/payroll\.contract|session\/use-client-id|(employer-dashboard|platform-settings)\/\w+\.module)/

// What Home and the screens of the benefits share: it comes with the frame, as whoever signs in comes to Home first. And
// what the screens of one benefit share.
const benefitsFiles =
  /\/features\/benefits\/(?:(?!auto-enrolment|basket|explain|partner-cover|partners|following|leaving|medical|notices|population|renewal|rises)[a-z-]+\/)?(?:(?!(next-year|next-year-groups|setup|setup-people|setup-terms|setup-done|setup-not-open|setup-amount|review|cost|manage|ask-first|my-vouchers|opt-out|claim|benefit-terms|derivation|take-home-effect|take-home-view|what-if|what-if-view|compared-options|my-benefits|benefit-groups|detail|cover)\.)[a-z-]+\.(?:contract|messages|rules)|use-benefits|use-benefit-address|BenefitState)\.|\/features\/home\/home\.contract\.|\/ui\/Picture\./
// Its page, with what somebody has of it and pays for it, which its management says too.
const detailFiles =
  /\/features\/benefits\/(detail\/(BenefitPage|detail\.|use-detail)|parts\/(BenefitCost|FreeCoverLimit|MyCover|Pairs|cover)\.)/

// A benefit's setup, whose questions are also asked of what is only supposed: in one file, as a file more is a request more.
const setupFiles =
  /\/features\/benefits\/setup\/(BenefitSetupPage|Questions|SetupFieldInput|StepButtons|setup\.(messages|rules)|Setup\.module|CostPanel\.module)/

// Home, with what the pages of total benefits share with its card.
const homeFiles =
  /\/features\/(home\/(HomePage|home\.messages|home\.rules|use-home)|total-benefits\/total-benefits\.contract)\.|\/contract\/total-benefits\.messages\./
// What Profile Settings says of a person, with what the panels of their family and life events share with it.
const ownFiles =
  /\/features\/(family\/(family|family-wire)\.|life-events\/life-events\.(contract|rules)|profile\/profile\.(contract|rules)\.)/

// The screen that asks for an authentication code, with what other askers share; setting it up at login.
const codeFiles =
  /\/ui\/CodeBoxes\.tsx|\/features\/two-factor\/(TwoFactorCodePage|CodeEntry|TwoFactorCard|TwoFactor\.module|two-factor\.messages|use-second-step)\./

// Tables, what leads through their pages, and what rows say of people.
const listFiles =
  /\/ui\/(DataTable|EmailAddress|LinkButton|Pagination|PreviousNext|SearchField|[Pp]aging|pages-shown)\b/

// What every screen below `/app` shares, with the ways out of it: they must be there when the server is not (S-36).
// Inputs that few screens ask for come with those alone.
const appFiles =
  /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/(ui|contract)\/(?!Checkbox|Tabs|BarChart|LineChart|nice-ticks|Chart|chart|csv\.|FileFormat|file-format|FileUpload|UploadProblems|send-f(?:ile|orm)|use-panel-params|Progress\.|file\.messages|Menu|Pagination|PreviousNext|SearchField|[Pp]aging|pages-shown|DateOfBirthField|Code(Boxes|Form)|QrCode|NewPassword|use-new-password|PasswordRules|EntryCard|ChoosePassword|use-choose-password|date-of-birth|(dob|code|password|progress)\.messages)|\/web\/(SignedIn|AccessGuard|HeaderForUser|Avatar|Navigation|navigation-items|UserMenu|MobileMenu|panels|queries|menu|join-tabs|session-end|IdleScreen|use-idle)\.|\/features\/session\/(use-ccv-only|use-tabs|leave-for|Logout)/

// The first screen, with what the steps that follow it say of a refusal: whoever comes to them has it.
const loginFiles = /\/features\/session\/(LoginPage|login\.rules)\./

/** In the order in which they take their files; each takes what its files need along, so what many need comes first. */
export const chunks = [
  { name: 'start', test: startFiles },
  { name: 'kit', test: kitFiles },
  { name: 'login', test: loginFiles },
  { name: 'links', test: linkFiles },
  {
    name: 'app',
    test: (file: string) =>
      benefitsFiles.test(file) ||
      (appFiles.test(file) &&
        ![dialogFiles, formFiles, askedFiles, officeFiles, homeFiles, ownFiles, listFiles].some((later) =>
          later.test(file),
        )),
  },
  { name: 'dialogs', test: dialogFiles },
  { name: 'forms', test: formFiles },
  { name: 'office', test: officeFiles },
  { name: 'lists', test: listFiles },
  { name: 'detail', test: detailFiles },
  { name: 'setup', test: (file: string) => setupFiles.test(file) || askedFiles.test(file) },
  { name: 'people', test: peopleFiles },
  { name: 'home', test: homeFiles },
  { name: 'own', test: ownFiles },
  { name: 'codes', test: codeFiles },
].map((chunk, index, all) => ({ ...chunk, priority: all.length - index }))
