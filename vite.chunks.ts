/** Groups of modules, each built into one file. page-weight.journey.ts checks the size of each page. */

// Files of every page. With its own screen, the login page has at most 95 kB of script.
const startFiles =
  /rolldown\/runtime|\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack\/(react-router(?!\/dist\/esm\/useBlocker)|router-core|history|react-store|store))\/|preload-helper|compiler-runtime|\/ui\/(tokens|class-names|Icon|login-page-icons|Link|Button|Retry|load-on-demand|reload-once|store-item|Field|field\.messages|TextField|PasswordField|Alert|ProgressBar|LoginCard\.module|use-one-at-a-time|use-tab-title)\.|\/contract\/(call|call-failed|email|endpoint|messages|not-found|paths|refusals)\.|\/features\/session\/((consent-banner|ConsentButtons)\.|use-(cookie|session|persisted))|\/features\/sign-in-protection\/use-email-before-reload|\/services\/session\/session\.|\/features\/theme\/use-theme|\/web\/(main|no-schemas|Shell|Header|Footer|ConsentBanner|ErrorPage|LogoutRedirect|call|routes|lazy-screen|fonts|use-activity|use-scroll|web\.messages)\./

// Files of every page except login: headings, list states (loading, empty, failed), HTML from the server.
const kitFiles =
  /\/ui\/(Page|Breadcrumbs|Card|Chip|Badge|Money|Skeleton|States|SafeHtml|Disclosure|ui\.messages|icon-shapes|other-icons)\.|\/contract\/(dates|redirects)\.|\/web\/NotFound\./

const linkFiles = /\/ui\/LoginCard\.tsx|\/features\/password\/(link-failures\.rules|password\.(contract|messages))\./

const dialogFiles = /\/ui\/(ConfirmDialog|Dialog|dialog\.messages|SelectField|SidePanel|TextArea|use-modal)\./
const formFiles = /\/ui\/(FormErrors|ProgressSteps|RadioCards)\./

const askedFiles = /\/ui\/(NumberField|SliderField)\./
const peopleFiles = /\/features\/benefit-setup\/(SetupQuestionsWithPeople|SetupInput|SetupPeopleInput|setup-people)\./

const officeFiles =
  /\/ui\/(save-file|ChipSelect)\.|\/contract\/(query-state|csv)\.|\/features\/(approvals\/(approvals\.(contract|messages)|use-approvals)|employees\/(employees\.contract|registered-share\.rules)|insights\/engagement\.contract|payroll\/payroll\.contract|employer-overview\/PlatformSettings\.module)/

// Files that Home and the screens of benefits need. They load with the page frame, because login leads to Home.
const benefitsFiles =
  /\/domain\/(?!selections\/setup|tax\/(take-home|what-if))|\/services\/(?!session|theme)[a-z-]+\/[a-z-]+\.(contract|messages|rules)\.|\/features\/benefit-parts\/(use-benefits|use-benefit-address|BenefitState)\.|\/features\/home\/home\.contract\.|\/features\/vouchers\/vouchers\.contract\.|\/ui\/Picture\./
const detailFiles =
  /\/features\/(benefits\/use-benefit-page|benefit-parts\/(BenefitCost|BenefitLoading|BenefitProblem|BottomBar|FreeCoverLimit|MyCover|AmountList|cover)\.)/

// Setup of a benefit. What-if estimates use the same questions. One chunk, because each chunk needs a request.
const setupFiles =
  /\/features\/benefit-setup\/(BenefitSetupPage|SetupQuestions\.|SetupFieldInput|CostPanel\.module)|\/features\/benefit-parts\/(StepButtons|Setup\.module)|\/domain\/selections\/setup\./

const homeFiles =
  /\/features\/(home\/(HomePage|home\.messages|home\.rules|use-home)|total-benefits\/total-benefits\.contract)\.|\/contract\/total-benefits\.messages\./
const ownFiles =
  /\/features\/(family\/(family|family-payload)\.|life-events\/life-events\.contract|profile\/profile\.contract\.)/

const codeFiles =
  /\/ui\/CodeBoxes\.tsx|\/features\/two-factor\/(TwoFactorCodePage|SecurityCodeForm|TwoFactorCard|TwoFactor\.module|two-factor\.messages|use-second-factor-step)\./

const listFiles = /\/ui\/(DataTable|EmailAddress|LinkButton|Initials|Pagination|SearchField|[Pp]aging|page-numbers)\b/

// Files of every screen below `/app`, with the logout and idle screens, which must work even if the server is down (S-36).
const appFiles =
  /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/(ui|contract)\/(?!Checkbox|Tabs|Tour\.|BarChart|ColumnChart|LineChart|axis-ticks|Chart|chart|csv\.|FileFormat|file-format|FileUpload|UploadProblems|send-f(?:ile|orm)|use-address-params|Progress\.|file\.messages|Pagination|SearchField|[Pp]aging|page-numbers|DateOfBirthField|DateField|date-field|use-tab-after-auto-advance|CodeBoxes|QrCode|NewPassword|use-new-password|PasswordRules|LoginCard|ChoosePassword|use-choose-password|date-of-birth|code-boxes|(password|progress)\.messages)|\/web\/(AppScreen|HomeRedirect|AccessGuard|HeaderForUser|Avatar|Navigation|EmployerNavigation|navigation-items|UserMenu|MobileMenu|panels|queries|menu|synchronise-tabs|leave-after-session-end|IdleScreen|use-idle|use-ping-when-used)\.|\/features\/session\/(use-vouchers-only|use-browser-tabs|use-token-renewal|Logout)|\/services\/session\/logout-destination/

const loginFiles = /\/features\/session\/(LoginPage|sign-in-failure\.rules)\./

const chartFiles = /\/ui\/(ChartFigure|BarChart|Chart\.module|axis-ticks)\b/
const countFiles =
  /\/features\/(data-uploads\/data-uploads\.contract|take-up\/(take-up\.rules|GroupFilters|use-take-up))\./

/** Chunks in order of priority. A chunk includes the dependencies of its files, so the most widely used chunks come first. */
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
  { name: 'charts', test: chartFiles },
  { name: 'counts', test: countFiles },
].map((chunk, index, all) => ({ ...chunk, priority: all.length - index }))
