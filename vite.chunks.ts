/**
 * Groups of modules that the build puts into one file. Modules in no group are divided by the bundler.
 * tests/journeys/page-weight.journey.ts checks the weight of each page (docs/performance.md).
 */

// Files for every page. With its own screen, the login page has at most 95 kB of script.
const startFiles =
  /rolldown\/runtime|\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack\/(react-router(?!\/dist\/esm\/useBlocker)|router-core|history|react-store|store))\/|preload-helper|compiler-runtime|\/ui\/(tokens|class-names|Icon|initial-icons|Link|Button|Retry|on-demand|reload-once|keep-item|Field|field\.messages|TextField|PasswordField|Alert|ProgressBar|EntryCard\.module|use-one-at-a-time|use-tab-title)\.|\/contract\/(call|call-failed|email|endpoint|messages|not-found|paths|refusals)\.|\/features\/session\/((consent-banner|ConsentButtons)\.|use-(cookie|session|persisted))|\/features\/sign-in-protection\/use-input-before-captcha|\/services\/session\/session\.|\/features\/theme\/use-theme|\/web\/(main|no-schemas|Shell|Header|Footer|ConsentBanner|ErrorPage|LogoutRedirect|call|routes|lazy-screen|fonts|use-activity|use-scroll|web\.messages)\./

// Files for every page except login: headings, list states (loading, empty, failed), HTML from the server.
const kitFiles =
  /\/ui\/(Page|Breadcrumbs|Card|Badge|Money|Skeleton|States|SafeHtml|Disclosure|ui\.messages|icon-shapes|later-icons)\.|\/contract\/(dates|redirects)\.|\/web\/NotFound\./

// Screens opened from links in emails.
const linkFiles = /\/ui\/EntryCard\.tsx|\/features\/password\/(link-failures\.rules|password\.(contract|messages))\./

// Dialogs and side panels, with two inputs that lists and the contact page also use.
const dialogFiles = /\/ui\/(ConfirmDialog|Dialog|dialog\.messages|SelectField|SidePanel|TextArea|use-modal)\./
// Form errors and step indicators.
const formFiles = /\/ui\/(FormErrors|ProgressSteps)\./

// Number fields and sliders for amounts.
const askedFiles =
  /\/ui\/(NumberField|Slider|SliderField)\.|\/features\/benefit-setup\/(AmountQuestions|SetupAmountInput)\./
// Questions about the people to cover.
const peopleFiles = /\/features\/benefit-setup\/(PeopleQuestions|SetupAnyInput|SetupPeopleInput|setup-people)\./

// Files that the employer's screens share: call contracts, saving downloads.
const officeFiles =
  /\/ui\/save-file\.|\/contract\/query-state\.|\/features\/(approvals\/(approvals\.(contract|messages)|use-approvals)|employees\/(employees\.contract|registered-share\.rules)|insights\/engagement\.contract|payroll\/payroll\.contract|employer-overview\/\w+\.module)/

// Files that Home and the benefits screens share. They load with the page frame, because login leads to Home. Also files
// that the screens of one benefit share.
const benefitsFiles =
  /\/domain\/(?!selections\/setup|tax\/(take-home|what-if))|\/services\/(?!session|theme)[a-z-]+\/[a-z-]+\.(contract|messages|rules)\.|\/features\/benefit-parts\/(use-benefits|use-benefit-address|BenefitState)\.|\/features\/home\/home\.contract\.|\/ui\/Picture\./
// A benefit's page, with the employee's cover and cost, which the management page also shows.
const detailFiles =
  /\/features\/(benefits\/(BenefitPage|benefit-page\.|use-detail)|benefit-parts\/(BenefitCost|FreeCoverLimit|MyCover|Pairs|cover)\.)/

// A benefit's setup. What-if estimates use the same questions. One chunk, because each further chunk is a request.
const setupFiles =
  /\/features\/benefit-setup\/(BenefitSetupPage|Questions|SetupFieldInput|CostPanel\.module)|\/features\/benefit-parts\/(StepButtons|Setup\.module)|\/domain\/selections\/setup\./

// Home, with files that its total benefits card shares with the total benefits pages.
const homeFiles =
  /\/features\/(home\/(HomePage|home\.messages|home\.rules|use-home)|total-benefits\/total-benefits\.contract)\.|\/contract\/total-benefits\.messages\./
// Files that Profile Settings shares with the family and life event panels.
const ownFiles =
  /\/features\/(family\/(family|family-payload)\.|life-events\/life-events\.contract|profile\/profile\.contract\.)/

// The screen that asks for an authentication code, files that other such forms share, and two-factor setup at login.
const codeFiles =
  /\/ui\/CodeBoxes\.tsx|\/features\/two-factor\/(TwoFactorCodePage|CodeEntry|TwoFactorCard|TwoFactor\.module|two-factor\.messages|use-second-step)\./

// Tables, pagination and table cells about people.
const listFiles =
  /\/ui\/(DataTable|EmailAddress|LinkButton|Pagination|PreviousNext|SearchField|[Pp]aging|shown-pages)\b/

// Files that every screen below `/app` shares. Logout and idle screens must work even if the server is down (S-36).
// Inputs that few screens use are loaded with those screens.
const appFiles =
  /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/(ui|contract)\/(?!Checkbox|Tabs|BarChart|LineChart|axis-ticks|Chart|chart|csv\.|FileFormat|file-format|FileUpload|UploadProblems|send-f(?:ile|orm)|use-address-params|Progress\.|file\.messages|Menu|Pagination|PreviousNext|SearchField|[Pp]aging|shown-pages|DateOfBirthField|DateField|date-field|use-tab-after-jump|Code(Boxes|Form)|QrCode|NewPassword|use-new-password|PasswordRules|EntryCard|ChoosePassword|use-choose-password|date-of-birth|(dob|code|password|progress)\.messages)|\/web\/(SignedIn|HomeRedirect|AccessGuard|HeaderForUser|Avatar|Navigation|navigation-items|UserMenu|MobileMenu|panels|queries|menu|join-tabs|session-end|IdleScreen|use-idle|use-ping-when-used)\.|\/features\/session\/(use-ccv-only|use-tabs|use-renewal|Logout)|\/services\/session\/logout-destination/

// The login screen, with rules for refusals that later login steps use: the browser has already loaded them.
const loginFiles = /\/features\/session\/(LoginPage|login\.rules)\./

/** Chunks in order of priority. A chunk includes the dependencies of its files, so widely shared chunks come first. */
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
