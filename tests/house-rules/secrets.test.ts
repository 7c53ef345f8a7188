import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { secretsIn } from './secrets.rules.ts'
import { root } from './sources.ts'

it('no file of the repository contains a secret [S-84]', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const texts = listed
    .split('\n')
    .filter((path) => /\.(?:tsx?|mjs|json|ya?ml|md|sql|csv|html|css|svg|npmrc)$/.test(path))
  expect(texts.length).toBeGreaterThan(400)
  expect(texts.flatMap((path) => secretsIn({ path, text: readFileSync(join(root, path), 'utf8') }))).toEqual([])
})

it("browsers get none of the server's settings, no example password, and no source map [S-84] [S-86]", () => {
  const web = join(root, 'dist/web')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
  const texts = files.filter((name) => /\.(?:js|css|html|json)$/.test(name))
  expect(texts.length).toBeGreaterThan(10)
  const never = /SERVER_SECRET|DATABASE_(?:APP_)?URL|process\.env|Quartz&94|JBSWY3DP|sourceMappingURL/
  expect(
    texts.filter((name) => {
      const text = readFileSync(join(web, name), 'utf8')
      return never.test(text) || secretsIn({ path: name, text }).length > 0
    }),
  ).toEqual([])
})

it.each([
  ['server/new.ts', `const serverSecret = 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu'`],
  ['server/new.ts', `  API_KEY: 'kQ9x7Lm2Wz4Rt8Vb1Nc5',`],
  ['README.md', ['psql postgres://portal', 'Tr0ub4dor@db.example/portal'].join(':')],
  ['examples/demo/sso.yaml', ['  key: -----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')],
  ['scripts/new.mjs', `// ${['ghp', 'a1B2'.repeat(9)].join('_')}`],
])('a secret in %s is reported', (path, text) => {
  expect(secretsIn({ path, text: `// first line\n${text}` })).toEqual([expect.stringContaining(`${path}:2 holds`)])
})
